// @ts-check
/** Asks before something is changed, and stays open until the server has taken it or the person has thought better. */

import { DeskError } from "./desk-error.js";
import { button, element, field } from "./element.js";

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text what will happen
 * @property {string} action what the button says
 * @property {(HTMLElement)[]} [fields] what else is asked, each with its label
 * @property {boolean} [reason] whether a reason is asked for
 * @property {string} [suggestion] the reason that stands there first
 * @property {string} [kind] a class for the dialog
 * @property {(given: { reason: string, key: string, isOther: boolean }) => Promise<boolean | void>} act `key` is the same
 *   however often it is tried, so that a request whose answer was lost counts once; `isOther` says whether the other
 *   way was chosen that `offer` has added. With `false` the question stays open
 */

/** What `offer` adds. */
const OTHER = ".confirmation-other";

let count = 0;

/**
 * @param {Question} question
 * @returns {HTMLDialogElement} the open dialog
 */
export function confirm({ title, text, action, fields = [], reason: hasReason = true, suggestion = "", kind = "", act }) {
  const id = `confirmation-${(count += 1)}`;
  const reason = element("input", { id: `${id}-reason`, maxlength: 500, required: hasReason, autocomplete: "off", value: suggestion });
  const fault = element("div", { class: "confirmation-fault", role: "alert" });
  const submit = element("button", { type: "submit", class: "button primary confirmation-submit" }, action);
  const key = crypto.randomUUID();
  const dialog = element("dialog", { class: `confirmation ${kind}`, "aria-labelledby": id });
  const form = element(
    "form", { method: "dialog" }, element("h2", { id }, title), element("p", {}, text), ...fields,
    ...(hasReason ? [field("Reason, for the log", reason)] : []), fault,
    element("div", { class: "confirmation-buttons" }, button("Cancel", () => dialog.close()), submit),
  );
  const submits = () => [...form.querySelectorAll("button")].filter(({ type }) => type === "submit");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const isOther = event.submitter?.matches(OTHER) ?? false;
    for (const one of submits()) one.disabled = true;
    fault.replaceChildren();
    try {
      if (await act({ reason: reason.value.trim(), key, isOther }) !== false) dialog.close();
    } catch (error) {
      fault.replaceChildren(...told(error));
      // With the fault, which stands above it.
      submit.scrollIntoView({ block: "nearest" });
    }
    for (const one of submits()) one.disabled = false;
    if (dialog.open && !dialog.contains(document.activeElement)) submits()[0].focus();
  });
  // What was wrong with a file isn't said of the next one.
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === "file") fault.replaceChildren();
  });
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(form);
  // Inside the room, so that the end of the session takes it away too.
  (document.querySelector(".room") ?? document.body).append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Says what the buttons of an open question do from now on.
 * @param {HTMLDialogElement | undefined} dialog
 * @param {string} action what the button says
 * @param {{ action: string, text: string }} [other] another way, which is offered first, and what both do
 */
export function offer(dialog, action, other) {
  const submit = dialog?.querySelector(".confirmation-submit");
  if (!dialog || !submit) return;
  for (const former of dialog.querySelectorAll(OTHER)) former.remove();
  submit.textContent = action;
  submit.classList.toggle("primary", !other);
  if (!other) return;
  const id = `${dialog.getAttribute("aria-labelledby")}-other`;
  const first = element("button", { type: "submit", class: "button primary confirmation-other", "aria-describedby": id }, other.action);
  submit.before(first);
  submit.parentElement?.before(element("p", { class: "confirmation-other", id }, other.text));
}

/** @param {unknown} error */
function told(error) {
  if (!(error instanceof DeskError)) return [element("p", {}, `Something went wrong on this page: ${error}`)];
  const list = element("ul", {}, ...error.problems.map((problem) => element("li", {}, problem)));
  return [element("p", {}, error.message), ...(error.problems.length ? [list] : [])];
}
