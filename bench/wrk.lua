-- Prints what wrk measured as one line of JSON. Called with a method and a body, it sends that body; `@@` in it becomes
-- a number that no other request of the same run has.
local head, tail
local count = 0

function init(arguments)
  wrk.method = arguments[1] or "GET"
  local body = arguments[2]
  if not body then return end
  wrk.headers["Content-Type"] = "application/json"
  local from, to = body:find("@@", 1, true)
  if not from then
    wrk.body = body
    return
  end
  head, tail = body:sub(1, from - 1), body:sub(to + 1)
  function request()
    count = count + 1
    return wrk.format(nil, nil, nil, head .. count .. tail)
  end
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"refused":%d,"broken":%d}',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
