import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './delivery-fields.module.css';
import { type Destination, deliveryLabels } from './delivery-rules.ts';

/** What a form gives for one of its fields: value, error and what to do with a change. */
type FieldProps = (field: keyof Destination) => TextInputProps;

/** The fields that ask where an order goes; couriers call before they come, so they ask for a telephone as well. */
export const DeliveryFields = ({ propsOf }: { propsOf: FieldProps }) => (
  <>
    <TextInput
      label={deliveryLabels.address}
      size="md"
      required
      autoComplete="street-address"
      {...propsOf('address')}
    />
    <div className={classes.pair}>
      <TextInput
        label={deliveryLabels.city}
        size="md"
        required
        autoComplete="address-level2"
        {...propsOf('city')}
      />
      <TextInput
        label={deliveryLabels.zip}
        size="md"
        required
        autoComplete="postal-code"
        {...propsOf('zip')}
      />
    </div>
    <TextInput
      label={`${deliveryLabels.phone} (optional)`}
      description="The courier will call before delivery."
      type="tel"
      size="md"
      autoComplete="tel"
      {...propsOf('phone')}
    />
  </>
);
