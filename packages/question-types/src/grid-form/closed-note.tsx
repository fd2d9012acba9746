import type { Ref } from 'react'
import type { PanelProps } from '../panel-props.ts'
import type { GridForm } from './form.ts'
import { type GridAnswer, isClosed } from './grid-answer.ts'
import styles from './panel.module.css'

/** Says why nothing can be changed, and offers the way back where there is one. */
export const ClosedNote = ({
  ref,
  form,
  answer,
  text,
  onTakeBack,
}: {
  readonly ref: Ref<HTMLDivElement>
  readonly form: GridForm
  readonly answer: GridAnswer
  readonly text: PanelProps['text']
  readonly onTakeBack: (() => void) | undefined
}) => {
  const name = form.actions.find(({ id }) => id === answer.action)?.name
  return (
    <div ref={ref} tabIndex={-1} role="status" className={isClosed(answer) ? styles.note : undefined}>
      {isClosed(answer) && (
        <>
          <p>
            {name !== undefined && <strong>{`${text('question.gridSelected', { name })} `}</strong>}
            <span>{text(answer.confirmed ? 'question.gridConfirmed' : 'question.gridClosed')}</span>
          </p>
          {!answer.confirmed && onTakeBack && (
            <button type="button" className={styles.takeBack} onClick={onTakeBack}>
              {text('question.gridTakeBack')}
            </button>
          )}
        </>
      )}
    </div>
  )
}
