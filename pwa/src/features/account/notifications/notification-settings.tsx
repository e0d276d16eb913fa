import { Button, Switch } from '@mantine/core';
import { useRef } from 'react';
import { thisDeviceId } from '../../../shared/push/this-device.ts';
import { Fault } from '../../../shared/ui/blocks.tsx';
import { dateOf } from '../../../shared/ui/time.ts';
import { kindWords } from './notification-words.ts';
import classes from './notifications.module.css';
import type { useNotifications } from './use-notifications.ts';

/** The switches per kind, for all devices of the person, and these devices. */
export function NotificationSettings({
  settings,
  fault,
  choose,
  remove,
}: ReturnType<typeof useNotifications>) {
  const list = useRef<HTMLHeadingElement>(null);
  const removeOne = async (id: string) => {
    await remove(id);
    list.current?.focus();
  };
  return (
    <>
      {fault !== '' && <Fault>{fault}</Fault>}
      {settings && (
        <>
          <fieldset className={classes.kinds} disabled={settings.devices.length === 0}>
            <legend>Notify me when</legend>
            {settings.kinds.map(({ kind, on }) => (
              <Switch
                key={kind}
                size="md"
                label={kindWords[kind]}
                checked={on && settings.devices.length > 0}
                onChange={({ currentTarget }) => choose(kind, currentTarget.checked)}
                className={classes.kind ?? ''}
              />
            ))}
          </fieldset>
          <h3 ref={list} tabIndex={-1} className={classes.title}>
            Your devices
          </h3>
          {settings.devices.length === 0 && <p>Notifications are off on all devices.</p>}
          <ul className={classes.devices}>
            {settings.devices.map(({ _id, name, addedAt }) => (
              <li key={_id}>
                <span>
                  {name}
                  <small>{_id === thisDeviceId() ? 'This device' : `Last seen ${dateOf(addedAt)}`}</small>
                </span>
                {_id !== thisDeviceId() && (
                  <Button variant="default" aria-label={`Remove ${name}`} onClick={() => void removeOne(_id)}>
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
