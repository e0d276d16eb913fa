import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';

/** A text in which each order number, such as K-180, leads to its order. */
export const WithOrderLinks = ({ text }: { text: string }) =>
  text.split(/\b(K-[1-9]\d*)\b/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name, and the text does not change
      <Anchor key={index} component={Link} to={paths.managedOrder(part)}>
        {part}
      </Anchor>
    ),
  );
