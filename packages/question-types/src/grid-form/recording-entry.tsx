import { isFilm } from '@sitwell/exam/media/film'
import { useLayoutEffect, useRef } from 'react'
import { FieldGroup } from './field-frame.tsx'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'
import { furthestPlays, writePlays } from './plays.ts'

/** A recording of a form. Each play counts as soon as it is heard to begin, and is part of the answer from then on. */
export const RecordingEntry = ({ field, hands }: { readonly field: ComponentOf<'recording'>; readonly hands: FormHands }) => {
  const { answer, heard, isLocked, text, fill, elementId, renderRecording } = hands
  const id = elementId(field.id)
  const plays = furthestPlays([answer.values.get(field.id), heard?.[field.id]])
  // Of two events of the recording the second may come before the first is drawn.
  const latest = useRef(plays)
  useLayoutEffect(() => {
    latest.current = furthestPlays([writePlays(plays), writePlays(latest.current)])
  })
  const report = (next: typeof plays) => {
    latest.current = next
    fill(field, writePlays(next))
  }
  const { src, captions, least, most, autoPlay, repeats } = field
  // What is said of a film comes with the code that plays it.
  const hint = least > 0 && !isFilm(src) ? text('question.gridHearAtLeast', { least }) : undefined
  return (
    <FieldGroup field={field} elementId={id} hint={hint}>
      {renderRecording({
        ...{ src, captions, least, most, autoPlay, repeats, plays },
        isHeld: isLocked,
        onPlay: () => report({ count: latest.current.count + 1, atSeconds: 0 }),
        onHeard: (atSeconds) => {
          if (latest.current.count > 0) report({ count: latest.current.count, atSeconds })
        },
      })}
    </FieldGroup>
  )
}
