import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import type { RefObject } from 'react'
import { useOffice } from '../office-context.tsx'
import { ChangeRows } from './change-rows.tsx'
import styles from './courses.module.css'
import type { Giving, Shown } from './use-giving.ts'

/** The second step: what would become of each person, and whether it can be taken back. */
export const PreviewStep = ({
  giving: { problem, isPending, apply, choose },
  shown,
  heading,
}: {
  readonly giving: Giving
  readonly shown: Shown
  readonly heading: RefObject<HTMLHeadingElement | null>
}) => {
  const { text } = useOffice()
  const { preview, isNewer } = shown
  const { canUndo, totals } = preview
  const consequence = canUndo ? 'courses.give.canUndo' : 'courses.give.cannotUndo'
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {text('courses.give.result')}
      </h2>
      {isNewer && <Problem>{text('courses.changed')}</Problem>}
      <ChangeRows key={preview.hash} preview={preview} />
      <p className={styles.explain}>{text(totals.changed === 0 ? 'courses.give.nothing' : consequence)}</p>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <div className={styles.acts}>
        {totals.changed > 0 && (
          <Button variant="primary" className={styles.press} isPending={isPending} onPress={() => void apply(shown)}>
            {text('courses.give.apply', { count: totals.changed })}
          </Button>
        )}
        <Button className={styles.press} isDisabled={isPending} onPress={choose}>
          {text('courses.give.change')}
        </Button>
      </div>
    </>
  )
}
