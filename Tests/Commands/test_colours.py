"""Pictures have the colours that their masters have, held against Pillow: without a profile the same, with one in sRGB."""

import io
import struct
import subprocess
import zlib

import pytest
from PIL import Image, ImageCms
from test_check import BINARY

WIDTH, HEIGHT = 96, 64
PURE = [(0, 0, 255), (255, 0, 0), (0, 255, 0), (255, 255, 255), (0, 0, 0), (128, 128, 128), (10, 200, 30), (255, 255, 0)]
# 192 colours, which are kept without loss: the pure ones first.
FLAT = Image.new("RGB", (WIDTH, HEIGHT))
FLAT.putdata([PURE[x // 12] if y < 8 else (x // 8 * 21, y // 4 * 15, (x // 8 * 37 + y // 4 * 11) % 256)
              for y in range(HEIGHT) for x in range(WIDTH)])  # fmt: skip
# More than 256 colours, which are encoded with loss.
SMOOTH = Image.new("RGB", (WIDTH, HEIGHT))
SMOOTH.putdata([(64 + x, 64 + 2 * y, 200 - x) for y in range(HEIGHT) for x in range(WIDTH)])
GREY, ALPHA = FLAT.convert("L"), Image.linear_gradient("L").resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)
ALPHA = ALPHA.point(lambda value: value // 64 * 85)
# The primaries of two spaces, adapted to D50, as their profiles have them.
P3 = [(0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)]
ADOBE = [(0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)]


def fixed(*values):
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def profile(space, tags):
    """An ICC profile, version 2, with a curve of gamma 2.2."""
    told = b"text\0\0\0\0by hand\0"
    tags = [(b"desc", b"desc\0\0\0\0" + struct.pack(">I", 8) + b"by hand\0" + bytes(78)), (b"cprt", told),
            (b"wtpt", b"XYZ \0\0\0\0" + fixed(0.9642, 1, 0.8249)), *tags]  # fmt: skip
    table, body, place = b"", b"", 132 + 12 * len(tags)
    for name, data in tags:
        table += name + struct.pack(">II", place + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    head = struct.pack(">I", place + len(body)) + b"none" + b"\2\x10\0\0" + b"mntr" + space + b"XYZ "
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + fixed(0.9642, 1, 0.8249)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body


CURVE = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.2 * 256))


def coloured(primaries):
    points = [(name, b"XYZ \0\0\0\0" + fixed(*point)) for name, point in zip((b"rXYZ", b"gXYZ", b"bXYZ"), primaries)]
    return profile(b"RGB ", points + [(name, CURVE) for name in (b"rTRC", b"gTRC", b"bTRC")])


GREY_PROFILE = profile(b"GRAY", [(b"kTRC", CURVE)])


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rows, colour, depth=8, *chunks):
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, depth, colour, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows)))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks) + data + chunk(b"IEND", b"")


def rows(image, depth=8):
    data, length = image.tobytes(), WIDTH * len(image.getbands())
    lines = [data[start : start + length] for start in range(0, len(data), length)]
    return lines if depth == 8 else [bytes(part for value in line for part in (value, value)) for line in lines]


def saved(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def decoded(master):
    return Image.open(io.BytesIO(master)).convert("RGB")


def in_srgb(image, icc):
    profiles = ImageCms.ImageCmsProfile(io.BytesIO(icc)), ImageCms.createProfile("sRGB")
    return ImageCms.profileToProfile(image, *profiles, ImageCms.Intent.PERCEPTUAL, outputMode="RGB")


def with_alpha(image):
    image = image.copy()
    image.putalpha(ALPHA)
    return image


def late_profile(icc):
    """A JPEG whose profile comes after its frame header."""
    segment = b"\xff\xe2" + struct.pack(">H", len(icc) + 16) + b"ICC_PROFILE\0\1\1" + icc
    scan = jpeg.index(b"\xff\xda")
    return jpeg[:scan] + segment + jpeg[scan:]


iccp = chunk(b"iCCP", b"by hand\0\0" + zlib.compress(coloured(P3)))
jpeg, grey_jpeg = saved(SMOOTH, "JPEG", quality=95), saved(GREY, "JPEG", quality=95)
# A master, what its picture should be, and how far a part of a pixel may be off: at most, and on average.
EXACT, CONVERTED, LOSSY = (0, 0), (2, 0.5), (255, 2)
MASTERS = {
    "rgb.png": (saved(FLAT, "PNG"), FLAT, EXACT),
    "alpha.png": (saved(with_alpha(FLAT), "PNG"), with_alpha(FLAT), EXACT),
    "grey.png": (saved(GREY, "PNG"), GREY.convert("RGB"), EXACT),
    "grey-alpha.png": (saved(with_alpha(GREY), "PNG"), with_alpha(GREY.convert("RGB")), EXACT),
    "palette.png": (saved(FLAT.quantize(192), "PNG"), FLAT.quantize(192).convert("RGB"), EXACT),
    "deep.png": (png(rows(FLAT, 16), 2, 16), FLAT, EXACT),
    "deep-grey.png": (png(rows(GREY, 16), 0, 16), GREY.convert("RGB"), EXACT),
    "black-and-white.png": (saved(GREY.convert("1"), "PNG"), GREY.convert("1").convert("RGB"), EXACT),
    "flat.webp": (saved(FLAT, "WEBP", lossless=True), FLAT, EXACT),
    "flat.gif": (saved(FLAT.quantize(192), "GIF"), FLAT.quantize(192).convert("RGB"), EXACT),
    "smooth.jpg": (jpeg, decoded(jpeg), LOSSY),
    "grey.jpg": (grey_jpeg, decoded(grey_jpeg), EXACT),
    "smooth.webp": (saved(SMOOTH, "WEBP", quality=95), SMOOTH, LOSSY),
    "gamma.png": (png(rows(FLAT), 2, 8, chunk(b"gAMA", struct.pack(">I", 100000))), FLAT, EXACT),
    "primaries.png": (png(rows(FLAT), 2, 8, chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000))), FLAT, EXACT),
    "coding.png": (png(rows(FLAT), 2, 8, chunk(b"cICP", bytes([12, 13, 0, 1]))), FLAT, EXACT),
    "p3.png": (saved(FLAT, "PNG", icc_profile=coloured(P3)), in_srgb(FLAT, coloured(P3)), CONVERTED),
    "p3-deep.png": (png(rows(FLAT, 16), 2, 16, iccp), in_srgb(FLAT, coloured(P3)), CONVERTED),
    "p3-palette.png": (saved(FLAT.quantize(192), "PNG", icc_profile=coloured(P3)), in_srgb(FLAT.quantize(192).convert("RGB"), coloured(P3)), CONVERTED),
    "p3.jpg": (saved(SMOOTH, "JPEG", quality=95, icc_profile=coloured(P3)), in_srgb(decoded(jpeg), coloured(P3)), LOSSY),
    "p3.webp": (saved(FLAT, "WEBP", lossless=True, icc_profile=coloured(P3)), in_srgb(FLAT, coloured(P3)), CONVERTED),
    "adobe.png": (saved(FLAT, "PNG", icc_profile=coloured(ADOBE)), in_srgb(FLAT, coloured(ADOBE)), CONVERTED),
    "grey-22.png": (saved(GREY, "PNG", icc_profile=GREY_PROFILE), in_srgb(GREY, GREY_PROFILE), CONVERTED),
    "late.jpg": (late_profile(coloured(P3)), in_srgb(decoded(jpeg), coloured(P3)), LOSSY),
    # Bytes behind the pixels are ignored, as browsers do.
    "padded.png": (png([*rows(FLAT), bytes(3 * WIDTH)], 2), FLAT, EXACT),
    "padded-behind.png": (png(rows(FLAT), 2).replace(b"\0\0\0\0IEND", chunk(b"IDAT", b"more")  + b"\0\0\0\0IEND"), FLAT, EXACT),
    # Profiles for other colours than the picture has are ignored.
    "grey-with-p3.jpg": (saved(GREY, "JPEG", quality=95, icc_profile=coloured(P3)), decoded(grey_jpeg), EXACT),
    "rgb-with-grey.jpg": (saved(SMOOTH, "JPEG", quality=95, icc_profile=GREY_PROFILE), decoded(jpeg), LOSSY),
    "grey-with-p3.png": (png(rows(GREY), 0, 8, iccp), GREY.convert("RGB"), EXACT),
    "twice-told.png": (png(rows(FLAT), 2, 8, chunk(b"sRGB", b"\0"), iccp), FLAT, EXACT),
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder with the pictures of all masters."""
    folder = tmp_path_factory.mktemp("colours")
    (folder / "masters").mkdir()
    # Two masters of one name would be of one item.
    for name, (master, _, _) in MASTERS.items():
        (folder / "masters" / f"{name.replace('.', '-', 1)}.{name.split('.')[1]}").write_bytes(master)
    subprocess.run([BINARY, "pictures", folder / "masters", "--to", folder / "made"], capture_output=True)
    return folder / "made"


@pytest.mark.parametrize("name", MASTERS)
def test_a_picture_has_its_masters_colours(made, name):
    _, expected, (most, mean) = MASTERS[name]
    picture = Image.open(made / f"{name.replace('.', '-', 1)}-{WIDTH}.webp")
    assert picture.size == expected.size and picture.mode == expected.mode
    off = [abs(one - other) for one, other in visible(picture, expected)]
    assert (max(off) <= most, sum(off) / len(off) <= mean) == (True, True), (max(off), sum(off) / len(off))


def visible(picture, expected):
    """The parts of the pixels in pairs. What is transparent has any colour."""
    if picture.mode == "RGB":
        return list(zip(picture.tobytes(), expected.tobytes()))
    pixels = zip(picture.get_flattened_data(), expected.get_flattened_data())
    return [pair for one, other in pixels for pair in (zip(one, other) if other[3] else [(one[3], 0)])]


def test_cmyk_without_a_profile_has_libvips_colours(tmp_path):
    white = saved(Image.new("CMYK", (WIDTH, HEIGHT), (0, 0, 0, 0)), "JPEG", quality=95)
    (tmp_path / "masters").mkdir()
    (tmp_path / "masters/white.jpg").write_bytes(white)
    done = subprocess.run([BINARY, "pictures", tmp_path / "masters", "--to", tmp_path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert Image.open(tmp_path / f"white-{WIDTH}.webp").convert("RGB").getpixel((5, 5)) == (255, 255, 255)
