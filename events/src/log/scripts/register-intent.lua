#!lua
-- Registers a payment intent while the order is live and unpaid, so that no payable secret can exist for an order that was just deleted.
-- An unpaid order needs attention only while a payment by hand is reported for it: then no card may pay it too.
-- KEYS meta unpaid intents attention   ARGV gen orderId intentId, the intent that the caller saw ('' for none)
-- Answers GEN | not-live | claimed | other | registered
if redis.call('HGET', KEYS[1], 'gen') ~= ARGV[1] then return 'GEN' end
if not redis.call('ZSCORE', KEYS[2], ARGV[2]) then return 'not-live' end
if redis.call('ZSCORE', KEYS[4], ARGV[2]) then return 'claimed' end
local now = redis.call('HGET', KEYS[3], ARGV[2]) or ''
if now == ARGV[3] then return 'registered' end
if now ~= ARGV[4] then return 'other' end
redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
return 'registered'
