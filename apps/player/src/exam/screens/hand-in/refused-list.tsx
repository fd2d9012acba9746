import { useVisitor } from '../../../context/player-context.tsx'
import { reasonMessage } from '../../../sync/answers/reason-message.ts'
import type { RefusedHere } from '../../../sync/player-sync-types.ts'

/** Says which answers were refused, and why. */
export const RefusedList = ({ refused }: { readonly refused: readonly RefusedHere[] }) => {
  const { text } = useVisitor()
  if (refused.length === 0) return null
  const whichOf = ({ examName, number }: RefusedHere) =>
    [examName, number === undefined ? '' : text('exam.question', { number })].filter((part) => part !== '')
  return (
    <>
      <p>{text('signOut.refused', { count: refused.length })}</p>
      <ul>
        {refused.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one question may be refused twice, for the same reason
          <li key={index}>
            {whichOf(one).map((part) => (
              <span key={part}>
                <bdi>{part}</bdi>:{' '}
              </span>
            ))}
            <span>{text(reasonMessage(one.reason) ?? 'outro.answerRefused')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
