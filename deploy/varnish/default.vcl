vcl 4.1;

# Varnish in front of Firmeza; needs Varnish 6.6 or later and varnish-modules (Debian: apt install varnish varnish-modules).
# Change the backend, the addresses that may purge, and the token, which is that of EDGE_CACHE_TOKEN. docs/operating.md says more.

import std;
import var;
import xkey;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = { .url = "/readyz"; .interval = 2s; .timeout = 5s; .window = 3; .threshold = 2; }
}

acl purgers {
  "localhost";
}

# A copy is good while it was made of a revision of the site that is not older than the last change of its key. Purging forgets
# what is there; the revision refuses what was on its way at that moment. Revisions are forgotten together with all copies.
sub learn_revision {
  if (std.integer(req.http.x-site-revision, 0) > std.integer(var.global_get("revision of " + req.http.xkey-purge), 0)) {
    var.global_set("revision of " + req.http.xkey-purge, req.http.x-site-revision);
  }
}

sub vcl_recv {
  if (req.restarts == 0) {
    unset req.http.x-encoding;
  }

  if (req.method == "PURGE") {
    if (client.ip !~ purgers || req.http.authorization != "Bearer CHANGE-THIS-TOKEN") {
      return (synth(403));
    }
    if (!req.http.xkey-purge || !req.http.x-site-revision) {
      return (synth(400));
    }
    call learn_revision;
    set req.http.x-purged = xkey.purge(req.http.xkey-purge);
    return (synth(200));
  }

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Programs and the panel.
  if (req.http.authorization) {
    return (pass);
  }
  # Pages whose address names a language, what is made of them, and files that never change under their address. All else is
  # the API, the panel, personal links, or depends on the visitor.
  if (req.url ~ "^/(es|en|fr|de|it|pt|ru|zh|ar|hi)(/|\?|$)") {
    # Pages differ by the chosen theme alone.
    if (req.http.cookie ~ "(^|;\s*)theme=(light|dark)(;|$)") {
      set req.http.cookie = regsub(req.http.cookie, "^(.*;)?\s*theme=(light|dark)(;.*)?$", "theme=\2");
    } else {
      unset req.http.cookie;
    }
  } else if (req.url ~ "^/(assets/|share/|media/|robots\.txt$|llms\.txt$|sitemap[a-z0-9-]*\.xml$)") {
    unset req.http.cookie;
  } else {
    return (pass);
  }

  # Varnish knows gzip; copies in Brotli are kept beside those.
  if (req.http.accept-encoding ~ "\bbr\b") {
    set req.http.x-encoding = "br";
  }
  if (std.healthy(req.backend_hint)) {
    set req.grace = 1d;
  }
  return (hash);
}

sub vcl_hash {
  # Parameters of campaigns change nothing in a page; the browser reports them itself.
  hash_data(regsub(regsuball(req.url, "([?&])(utm_[a-z]+|fbclid|gclid|mc_[a-z]+)=[^&]*", "\1"), "[?&]+$", ""));
  hash_data(req.http.host);
  hash_data(req.http.x-encoding);
  return (lookup);
}

sub vcl_hit {
  # Only a copy that was stored in the very moment of a purge.
  if (obj.http.x-site-revision && (
    std.integer(obj.http.x-site-revision, 0) < std.integer(var.global_get("revision of site"), 0) ||
    std.integer(obj.http.x-site-revision, 0) < std.integer(var.global_get("revision of " + regsub(obj.http.xkey, "^site ", "")), 0))) {
    set req.hash_always_miss = true;
    return (restart);
  }
}

sub vcl_backend_fetch {
  if (bereq.http.x-encoding) {
    set bereq.http.accept-encoding = bereq.http.x-encoding;
  }
  unset bereq.http.x-encoding;
}

sub vcl_backend_response {
  set beresp.do_stream = true;

  # An answer that failed does not take the place of an old copy.
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }

  if (beresp.http.set-cookie || beresp.http.vary == "*" || bereq.uncacheable) {
    set beresp.uncacheable = true;
    set beresp.ttl = 2m;
    return (deliver);
  }

  if (beresp.http.x-site-revision && beresp.http.cdn-cache-control ~ "max-age=\d") {
    if (std.integer(beresp.http.x-site-revision, 0) < std.integer(var.global_get("revision of site"), 0) ||
      std.integer(beresp.http.x-site-revision, 0) < std.integer(var.global_get("revision of " + regsub(beresp.http.xkey, "^site ", "")), 0)) {
      # It was on its way when the cache was purged of it.
      set beresp.ttl = 0s;
      set beresp.grace = 0s;
      set beresp.keep = 0s;
      return (deliver);
    }
    set beresp.ttl = std.duration(regsub(beresp.http.cdn-cache-control, "^.*max-age=(\d+).*$", "\1s"), 0s);
    # For the time in which the site is away; while it is not, vcl_recv takes a day of it.
    set beresp.grace = std.duration(regsub(beresp.http.cdn-cache-control, "^.*stale-if-error=(\d+).*$", "\1s"), 0s);
    set beresp.keep = 0s;
    return (deliver);
  }

  if (beresp.status == 200 && beresp.http.cache-control ~ "immutable" && !beresp.http.cdn-cache-control) {
    set beresp.ttl = 1d;
    return (deliver);
  }

  set beresp.uncacheable = true;
  set beresp.ttl = 2m;
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.x-site-revision;
  unset resp.http.cdn-cache-control;
  set resp.http.x-cache = regsub(obj.hits, "^[1-9]\d*$", "hit");
  if (resp.http.x-cache != "hit") {
    set resp.http.x-cache = "miss";
  }
}
