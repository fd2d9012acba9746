import { ChoiceDialog } from '../option/choice-dialog.tsx'
import type { PanelProps } from '../panel-props.ts'

/** Asks before a form is closed for good (spec 2 §5). Escape is Cancel. */
export const ConfirmDialog = ({
  name,
  text,
  onConfirm,
  onCancel,
  keepClear,
}: Pick<PanelProps, 'keepClear'> & {
  readonly name: string
  readonly text: PanelProps['text']
  onConfirm(): void
  onCancel(): void
}) => (
  <ChoiceDialog
    keepClear={keepClear}
    title={text('question.gridConfirmTitle', { name })}
    actions={[
      { label: text('question.gridCancel'), onPress: onCancel },
      { label: text('question.gridConfirm'), onPress: onConfirm },
    ]}
  >
    <p>{text('question.gridConfirmText')}</p>
  </ChoiceDialog>
)
