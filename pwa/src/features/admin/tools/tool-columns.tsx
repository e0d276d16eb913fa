import type { Tool } from '@karigar/bff/contracts';
import { Badge, Button, Group } from '@mantine/core';
import { messages } from '../../../shared/messages.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { ToolName } from '../../../shared/ui/tool-name.tsx';
import { ToolPicture } from '../../../shared/ui/tool-picture.tsx';
import { categoryOf, pictureWords } from '../../../shared/ui/tool-words.ts';
import type { Column } from '../admin-table.tsx';
import classes from './tools.module.css';

/** The beginning of a description: its first 30 characters and '...'. */
export const shortDescription = (text: string): string => `${[...text].slice(0, 30).join('')}...`;

/** How the shelf stands: 'out' when not even the smallest order can be filled, 'low' when the server's list says so. */
export type StockLevel = 'out' | 'low' | 'fine';
export const stockLevel = (
  tool: Pick<Tool, '_id' | 'availableQuantity' | 'minOrderQuantity'>,
  lowIds: ReadonlySet<string>,
): StockLevel => {
  if (tool.availableQuantity < tool.minOrderQuantity) return 'out';
  return lowIds.has(tool._id) ? 'low' : 'fine';
};

function Stock({ tool, level }: { tool: Tool; level: StockLevel }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {level === 'out' && (
        <Badge color="red" variant="light" flex="none">
          Sold out
        </Badge>
      )}
      {level === 'low' && (
        <Badge color="marigold" variant="light" flex="none">
          Low
        </Badge>
      )}
      <span>{tool.availableQuantity}</span>
    </Group>
  );
}

interface ToolActions {
  lowIds: ReadonlySet<string>;
  onEdit: (tool: Tool) => void;
  onDelete: (tool: Tool) => void;
}

/** The columns of the admin's product list. */
export const toolColumns = ({ lowIds, onEdit, onDelete }: ToolActions): Column<Tool>[] => [
  {
    id: 'image',
    header: 'Image',
    card: 'picture',
    cell: (tool) => (
      <ToolPicture src={tool.image} name={pictureWords(tool)} className={classes.picture ?? ''} />
    ),
  },
  {
    id: 'name',
    header: 'Name',
    card: 'title',
    cell: (tool) => (
      <>
        <strong>
          <ToolName name={tool.name} />
        </strong>
        <span className={classes.category}>{categoryOf(tool)}</span>
      </>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    cell: (tool) => <span className={classes.description}>{shortDescription(tool.description)}</span>,
  },
  { id: 'price', header: 'Unit price', numeric: true, cell: (tool) => <Money amount={tool.price} /> },
  {
    id: 'available',
    header: 'Available',
    numeric: true,
    cell: (tool) => <Stock tool={tool} level={stockLevel(tool, lowIds)} />,
  },
  { id: 'minimum', header: 'Min order', numeric: true, cell: (tool) => tool.minOrderQuantity },
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
