import { ChoiceDialog } from '../option/choice-dialog.tsx'
import type { PanelProps } from '../panel-props.ts'

/** More was ticked than may be (spec 2 §4). Only Confirm, or Escape for it, closes it. */
export const ExcessDialog = ({
  most,
  text,
  onConfirm,
  keepClear,
}: Pick<PanelProps, 'keepClear'> & {
  readonly most: number
  readonly text: PanelProps['text']
  onConfirm(): void
}) => (
  <ChoiceDialog
    keepClear={keepClear}
    title={text('question.tooManyTitle')}
    actions={[{ label: text('question.tooManyConfirm'), onPress: onConfirm }]}
  >
    <p>{text('question.tooManyOptions', { max: most })}</p>
    <p>{text('question.tooManyHelp')}</p>
  </ChoiceDialog>
)
