# Varnish in front of Shelflife: windows, released keys, pictures and levels out of its cache, the rest handed on.
# README.md says why each line is here. Tests/Cache runs this file as it is, with other ports.
vcl 4.1;

backend default {
    .host = "127.0.0.1";
    .port = "8080";
}

# Admins come from here: add your own addresses.
acl operators {
    "127.0.0.0"/8;
    "::1";
}

sub vcl_recv {
    # With server.behindProxy; never what the client says.
    set req.http.X-Forwarded-For = client.ip;

    # A whole address is asked for by its path (RFC 9112, section 3.2.2).
    set req.url = regsub(req.url, "(?i)^https?://[^/?#]*/?", "/");
    # Only a path that is written plainly goes further: no escapes, nothing twice, no dots that lead elsewhere. The server
    # reads some of the others as the path of a window, past this cache, or as one of those below.
    if (req.url !~ "^/" || req.url ~ "^[^?]*([^A-Za-z0-9/._~?-]|//|/\.\.?(/|\?|$))" || req.url ~ "^/v1/[^?]*/(\?|$)") {
        return (synth(404));
    }
    # These are the operator's.
    if (req.url ~ "^/(metrics|readyz|healthz)(/|\?|$)") {
        return (synth(404));
    }
    if (req.url ~ "^/v1/admin/" && client.ip !~ operators) {
        return (synth(403));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    if (req.url ~ "^/v1/stores/[a-z0-9-]+/(window|legacy|windows/[0-9]+|keys/[A-Za-z0-9_-]+/[0-9]+)(\?|$)" ||
        req.url ~ "^/v1/pictures/[A-Za-z0-9_-]{22}/(96|192|288|480|720)\.webp(\?|$)" ||
        req.url ~ "^/v1/(packs/[a-z0-9-]{1,64}/[a-z0-9-]{1,64}|pack-files/[0-9a-f]{64})(\?|$)") {
        # Neither ?x=1 nor a token makes another copy, and no name for this server another answer.
        set req.url = regsub(req.url, "\?.*$", "");
        set req.http.Host = "shelflife";
        unset req.http.Authorization;
        unset req.http.Cookie;
        return (hash);
    }
    # Times, key streams, players, purchases, pages: never kept, and no two are answered with one request. A stream's events
    # go on one by one as they come. It is not piped, since a pipe hands on whatever the client sends after its request.
    return (pass);
}

sub vcl_hash {
    # Nor does another Host.
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_fetch {
    # What is ready comes at once or not at all.
    if (!bereq.uncacheable) {
        set bereq.first_byte_timeout = 5s;
    }
}

sub vcl_backend_response {
    if (bereq.uncacheable) {
        return (deliver);
    }
    # An old window is no help: who is given one waits for minutes with it, who is given none asks again in 5 s.
    set beresp.grace = 0s;
    # What isn't there may be in a moment, so clients that waited for this answer ask for themselves.
    if (beresp.status != 200) {
        set beresp.ttl = 1s;
        set beresp.uncacheable = true;
        return (deliver);
    }
    # The next window takes a moment to be made.
    if (bereq.url ~ "/(window|legacy)$") {
        set beresp.ttl = beresp.ttl + 500ms;
    }
}

# What Varnish answers itself is kept by nobody.
sub vcl_synth {
    set resp.http.Cache-Control = "no-store";
}

sub vcl_backend_error {
    set beresp.http.Cache-Control = "no-store";
    # Clients that waited for this answer ask for themselves: it may be the fault of the one request that was sent.
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
}
