import { Button } from '@sitwell/ui/button.tsx'
import { useVisitor } from '../context/player-context.tsx'
import styles from './logs.module.css'
import type { RunOnlyHere } from './only-here.ts'
import { type Column, PagedTable } from './paged-table.tsx'

/** Answers of learners that are in this browser alone, each exam's to be saved as the file that staff hand in. */
export const OnlyHereSection = ({
  runs,
  isBusy,
  onSave,
}: {
  readonly runs: readonly RunOnlyHere[]
  readonly isBusy: boolean
  onSave(run: RunOnlyHere): void
}) => {
  const { text } = useVisitor()
  if (runs.length === 0) return null
  const title = text('onlyHere.title')
  const columns: Column<RunOnlyHere & { readonly id: string }>[] = [
    { title: text('logs.learner'), isHeader: true, cell: ({ run }) => <bdi>{run.learnerName ?? run.userGuid}</bdi> },
    { title: text('logs.exam'), cell: ({ run }) => <bdi>{run.examName ?? ''}</bdi> },
    { title: text('onlyHere.answers'), cell: ({ answers }) => answers },
    {
      title: text('logs.actions'),
      cell: (one) => (
        <Button
          variant="quiet"
          className={styles.action}
          aria-label={text('logs.ofLog', {
            action: text('onlyHere.save'),
            learner: one.run.learnerName ?? one.run.userGuid,
            exam: one.run.examName ?? '',
          })}
          isDisabled={isBusy}
          onPress={() => onSave(one)}
        >
          {text('onlyHere.save')}
        </Button>
      ),
    },
  ]
  return (
    <section className={styles.content} aria-labelledby="only-here">
      <h2 id="only-here" className={styles.heading}>
        {title}
      </h2>
      <p>{text('onlyHere.intro')}</p>
      <PagedTable label={title} columns={columns} rows={runs.map((one) => ({ ...one, id: one.run.formRunGuid }))} />
    </section>
  )
}
