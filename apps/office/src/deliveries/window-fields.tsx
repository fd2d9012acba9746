import { Choice } from '@sitwell/office-ui/choice.tsx'
import { WallTimeField } from '@sitwell/office-ui/date-field.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './deliveries.module.css'
import type { ProblemOf, Problems, Which, WindowValues } from './delivery-values.ts'

const ends = ['opens', 'closes'] as const

/** When an exam may be begun: two wall times, and which of two moments one is, if the clock shows it twice. */
export const WindowFields = ({
  window,
  onWindow,
  at,
  problems,
}: {
  readonly window: WindowValues
  onWindow(window: WindowValues): void
  /** What the names of its problems begin with. */
  readonly at: string
  readonly problems: Problems
}) => {
  const { text } = useOffice()
  const words = (problem: ProblemOf | undefined) => (problem === undefined ? undefined : text(`deliveries.error.${problem}`))
  return (
    <div className={styles.pair}>
      {ends.map((end) => {
        const which = window[`${end}Which`]
        const problem = problems[at + end]
        return (
          <div key={end} className={styles.list}>
            <WallTimeField
              label={text(`deliveries.${end}`)}
              isRequired
              value={window[end]}
              error={problem === 'twice' ? undefined : words(problem)}
              // Another time is asked about anew.
              onChange={(value) => onWindow({ ...window, [end]: value, [`${end}Which`]: '' })}
            />
            {which !== '' && (
              <Choice
                label={text(`deliveries.twice.${end}`)}
                isRequired
                value={which}
                error={problem === 'twice' ? words(problem) : undefined}
                options={[
                  ...(which === 'asked' ? [{ id: 'asked', title: text('deliveries.twice.choose') }] : []),
                  { id: 'first', title: text('deliveries.twice.first') },
                  { id: 'second', title: text('deliveries.twice.second') },
                ]}
                onChange={(id) => onWindow({ ...window, [`${end}Which`]: id as Which })}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
