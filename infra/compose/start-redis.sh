#!/bin/sh
# Starts a node of the shop's Redis on /data. NODE is its own name. PRIMARY is the node that it follows at its first start, empty for the primary.
# OTHERS are the nodes that a primary asks at its first start: with an empty disk beside full ones it begins as a replica, or they would copy its
# emptiness. Sentinels then correct which node it follows: they have Redis rewrite redis.conf, which a restart keeps.
# users.acl: "default" keeps every right, behind the password. Redis reads its append-only file back as that user, and silently leaves out what it may
# not do: with "default off" a restart loses each write of a script, which is every order.
# The shop may read settings (CONFIG GET), and so "masterauth": replicas have a password of their own, made of the administrator's.
set -eu
umask 077
cd /data
REPLICATION_PASSWORD=$(printf %s "$REDIS_ADMIN_PASSWORD" | sha256sum | cut -c1-64)
sed "s/\$REDIS_PASSWORD/$REDIS_PASSWORD/; s/\$REDIS_ADMIN_PASSWORD/$REDIS_ADMIN_PASSWORD/; s/\$REPLICATION_PASSWORD/$REPLICATION_PASSWORD/" \
  /etc/karigar/users.acl > users.acl
if [ ! -f redis.conf ]; then
  for other in ${OTHERS:-}; do
    found=
    until [ -n "$found" ]; do
      sleep 1
      found=$(REDISCLI_AUTH=$REDIS_ADMIN_PASSWORD redis-cli -h "$other" dbsize | grep -x '[0-9]*') || true
    done
    if [ "$found" != 0 ]; then PRIMARY=$other; fi
  done
  printf 'include /etc/karigar/redis.conf\n%s\n' "${PRIMARY:+replicaof $PRIMARY 6379}" > redis.conf
fi
exec redis-server redis.conf --bind '*' --protected-mode no --dir /data --aclfile users.acl --maxmemory "$REDIS_MAXMEMORY" \
  --masteruser replication --masterauth "$REPLICATION_PASSWORD" --replica-announce-ip "$NODE"
