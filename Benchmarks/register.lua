-- wrk -s register.lua URL -- MODE [ORDER] [NUMBER]: registers devices, or checks sessions.
--
--   none               without a key
--   new ORDER FIRST    each with a key of its own: those of the numbers from FIRST on
--   known ORDER COUNT  each with one of the keys of the numbers from 0 to COUNT, as chance will have it
--   sessions COUNT     checks one of the sessions whose tokens are the numbers from 0 to COUNT, as chance will have it
--
-- With ORDER `ordered` the keys are UUIDs of version 7 that grow with their numbers, as the client's do with time; with
-- `scattered` they lie all over, as UUIDs of version 4 do. large.sh makes the same keys from the same numbers.
--
-- Prints one line: answers a second, p50 and p99 in milliseconds, all answers, and how many went wrong.

local body = '{"appDeviceKbn":11}'
local started = 0

function setup(thread)
    thread:set("thread_number", started)
    started = started + 1
end

-- The number times 506832829, modulo 2^32, in steps that a double has room for: no two numbers below 2^32 meet.
local function scatter(number)
    local low, high = number % 65536, math.floor(number / 65536)
    return ((high * 506832829 % 65536) * 65536 + low * 506832829) % 4294967296
end

local function key(order, number)
    if order == "scattered" then
        return string.format("%08x-%04x-4000-8%03x-%012x", scatter(number), number % 65536, thread_number, number)
    end
    local milliseconds = 1600000000000 + number
    return string.format(
        "%08x-%04x-7000-8%03x-%012x", math.floor(milliseconds / 65536), milliseconds % 65536, thread_number, number)
end

function init(arguments)
    local mode, order, number = arguments[1], arguments[2], tonumber(arguments[3])
    wrk.method, wrk.body = "POST", body
    wrk.headers["Content-Type"] = "application/json"
    wrk.headers["Host"] = wrk.host .. ":" .. wrk.port
    if mode == "none" then
        local complete = wrk.format()
        request = function() return complete end
        return
    end
    if mode == "sessions" then
        local count = assert(tonumber(arguments[2]), "a number is missing")
        wrk.method, wrk.body, wrk.path = "GET", nil, "/session"
        wrk.headers["Content-Type"] = nil
        wrk.headers["Authorization"] = "Bearer TOKEN"
        local head, tail = wrk.format():match("^(.*Bearer )TOKEN(.*)$")
        math.randomseed(os.time() + thread_number)
        request = function() return head .. string.format("%064x", math.random(0, count - 1)) .. tail end
        return
    end
    assert(order == "ordered" or order == "scattered", "an order is missing")
    assert(number, "a number is missing")

    -- Only the key differs from request to request: what stands around it is made once.
    wrk.headers["Idempotency-Key"] = "KEY"
    local head, tail = wrk.format():match("^(.*Idempotency%-Key: )KEY(.*)$")
    if mode == "new" then
        local following = number
        request = function()
            following = following + 1
            return head .. key(order, following - 1) .. tail
        end
    elseif mode == "known" then
        math.randomseed(os.time() + thread_number)
        thread_number = 0
        request = function() return head .. key(order, math.random(0, number - 1)) .. tail end
    else
        error("no such mode: " .. tostring(mode))
    end
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format(
        "%.0f %.3f %.3f %d %d\n", summary.requests / summary.duration * 1000000, latency:percentile(50) / 1000,
        latency:percentile(99) / 1000, summary.requests,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
