import {
  $deleteTableColumnAtSelection,
  $deleteTableRowAtSelection,
  $findCellNode,
  $findTableNode,
  $insertTableColumnAtSelection,
  $insertTableRowAtSelection,
  $isTableCellNode,
  $isTableRowNode,
  $isTableSelection,
  TableCellHeaderStates,
} from '@lexical/table'
import { $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical'
import { useRef } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { mostTableColumns, mostTableRows } from '../table-grid.ts'
import { focusAfterMenu } from './focus-after-menu.ts'
import { EditorIcon } from './icons.tsx'
import styles from './rich-text-editor.module.css'

const $tableAtCursor = () => {
  const node = $getSelection()?.getNodes()[0]
  return node ? $findTableNode(node) : null
}

/** The first row names the columns, or doesn't any more. */
const $toggleHeadings = () => {
  const [row] = $tableAtCursor()?.getChildren() ?? []
  const cells = $isTableRowNode(row) ? row.getChildren().filter($isTableCellNode) : []
  const isHeading = cells.every((cell) => cell.hasHeader())
  for (const cell of cells) cell.setHeaderStyles(isHeading ? TableCellHeaderStates.NO_STATUS : TableCellHeaderStates.ROW)
}

const $deleteTable = () => {
  const table = $tableAtCursor()
  table?.selectPrevious()
  table?.remove()
}

const $addRow = (isAfter: boolean) => () => {
  const table = $tableAtCursor()
  if (table && table.getChildrenSize() < mostTableRows) $insertTableRowAtSelection(isAfter)
}

const $addColumn = (isAfter: boolean) => () => {
  const table = $tableAtCursor()
  if (table && table.getColumnCount() < mostTableColumns) $insertTableColumnAtSelection(isAfter)
}

const acts = {
  rowAbove: { name: 'question.rowAbove', $act: $addRow(false) },
  rowBelow: { name: 'question.rowBelow', $act: $addRow(true) },
  columnBefore: { name: 'question.columnBefore', $act: $addColumn(false) },
  columnAfter: { name: 'question.columnAfter', $act: $addColumn(true) },
  headings: { name: 'question.tableHeadings', $act: $toggleHeadings },
  deleteRow: { name: 'question.deleteRow', $act: $deleteTableRowAtSelection },
  deleteColumn: { name: 'question.deleteColumn', $act: $deleteTableColumnAtSelection },
  deleteTable: { name: 'question.deleteTable', $act: $deleteTable },
} as const
type Act = keyof typeof acts

interface TableMenuProps {
  readonly editor: LexicalEditor
  readonly isDisabled: boolean
  text(id: string, values?: Record<string, string | number>): string
}

/** What can be done with the table that the cursor is in. */
export const TableMenu = ({ editor, isDisabled, text }: TableMenuProps) => {
  const run = ({ $act }: (typeof acts)[Act]) =>
    editor.update(() => {
      const selection = $getSelection()
      const isInTable =
        $isTableSelection(selection) || ($isRangeSelection(selection) && $findCellNode(selection.anchor.getNode()))
      if (isInTable) $act()
    })
  const button = useRef<HTMLButtonElement>(null)
  const item = (act: Act) => (
    <MenuItem key={act} className={styles.menuItem ?? ''} onAction={() => run(acts[act])}>
      {text(acts[act].name)}
    </MenuItem>
  )
  return (
    <MenuTrigger onOpenChange={(isOpen) => !isOpen && focusAfterMenu(editor, button.current)}>
      <Button
        ref={button}
        aria-label={text('question.tableChange')}
        className={styles.tool ?? ''}
        isDisabled={isDisabled}
        data-selected
      >
        <EditorIcon name="table" />
      </Button>
      <Popover className={styles.menu ?? ''}>
        <Menu aria-label={text('question.tableChange')} className={styles.plainMenu ?? ''}>
          {(['rowAbove', 'rowBelow', 'columnBefore', 'columnAfter', 'headings'] as const).map(item)}
          <Separator className={styles.menuSeparator ?? ''} />
          {(['deleteRow', 'deleteColumn', 'deleteTable'] as const).map(item)}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
