import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';

/**
 * The text of a field that mirrors a part of the address; `typed` is what it shows. The address lags behind the keys on a slow device, so
 * it does not overwrite a field that has the focus, unless the person goes back or forward.
 */
export function useAddressText(value: string) {
  const [typed, setTyped] = useState(value);
  const navigation = useNavigationType();
  const taken = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (taken.current === value) return;
    taken.current = value;
    if (navigation === 'POP' || document.activeElement !== field.current) setTyped(value);
  }, [value, navigation]);
  return {
    typed,
    field: {
      ref: field,
      value: typed,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    },
  };
}
