import type { Tool } from '@karigar/bff/contracts';
import { Badge, Button, Group, Text } from '@mantine/core';
import { messages } from '../../../shared/messages.ts';
import { ToolName } from '../../../shared/tools/tool-name.tsx';
import { ToolPicture } from '../../../shared/tools/tool-picture.tsx';
import { pictureWords } from '../../../shared/tools/tool-words.ts';
import { Money } from '../../../shared/ui/money.tsx';
import type { Column } from '../admin-table.tsx';
import classes from './tools.module.css';

/** The beginning of a description: its first 30 characters and '...'. */
export const shortDescription = (text: string): string => `${[...text].slice(0, 30).join('')}...`;

/** The level of the stock: 'out' when it does not cover the minimum order, 'low' when the server lists the tool as low. */
export const stockLevel = (tool: Tool, lowIds: ReadonlySet<string>) => {
  if (tool.availableQuantity < tool.minOrderQuantity) return 'out';
  return lowIds.has(tool._id) ? 'low' : 'fine';
};

const stockMarks = { out: ['red', 'Sold out'], low: ['marigold', 'Low'], fine: null } as const;

/** The columns of the admin's product list. */
export const toolColumns = (
  lowIds: ReadonlySet<string>,
  onEdit: (tool: Tool) => void,
  onDelete: (tool: Tool) => void,
): Column<Tool>[] => [
  {
    id: 'image',
    header: 'Image',
    card: 'picture',
    cell: (tool) => <ToolPicture src={tool.image} name={pictureWords(tool)} className={classes.picture} />,
  },
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    card: 'title',
    cell: (tool) => (
      <>
        <strong>
          <ToolName name={tool.name} />
        </strong>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {tool.category}
        </Text>
      </>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => <span className={classes.description}>{shortDescription(description)}</span>,
  },
  {
    id: 'price',
    header: 'Unit price',
    value: ({ price }) => price,
    numeric: true,
    cell: ({ price }) => <Money amount={price} />,
  },
  {
    id: 'available',
    header: 'Available',
    value: ({ availableQuantity }) => availableQuantity,
    numeric: true,
    cell: (tool) => {
      const mark = stockMarks[stockLevel(tool, lowIds)];
      return (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {mark && (
            <Badge color={mark[0]} variant="light" flex="none">
              {mark[1]}
            </Badge>
          )}
          <span>{tool.availableQuantity}</span>
        </Group>
      );
    },
  },
  {
    id: 'minimum',
    header: 'Min order',
    value: ({ minOrderQuantity }) => minOrderQuantity,
    numeric: true,
    cell: ({ minOrderQuantity }) => minOrderQuantity,
  },
  {
    id: 'actions',
    header: 'Actions',
    card: 'action',
    cell: (tool) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <Button
          size="compact-md"
          variant="default"
          onClick={() => onEdit(tool)}
          aria-label={`Edit ${tool.name}`}
        >
          Edit
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          color="red"
          onClick={() => onDelete(tool)}
          aria-label={`${messages.admin.deleteTool}: ${tool.name}`}
        >
          {messages.admin.deleteTool}
        </Button>
      </Group>
    ),
  },
];
