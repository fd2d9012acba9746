import type { Finishing } from '@sitwell/exam/parts/finishing'
import { partOf } from '@sitwell/exam/parts/navigation'
import { usePlayer } from '../../../context/player-context.tsx'
import { type LoadedExam, ledgerTime, remainingTimeMs } from '../../content/loaded-exam.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { type LaterMessages, useLaterMessages } from '../preload/later-messages.ts'
import { durationText } from '../time/duration-text.ts'
import { BeginDialog } from './begin-dialog.tsx'
import { givesText } from './gives-text.ts'
import { firstPartTime, nextPartTimes, timesOfPart } from './part-times.ts'

/** At the start of an exam, where a part ends, or where a learner would go to another one. */
export interface PartTimeProps {
  readonly exam: LoadedExam
  readonly run?: ExamRun
  /** What is finished, and what the part is called to which that leads. */
  readonly finishing?: Finishing
  readonly nextPart?: string
}

/** What the start page says. */
const TimesAhead = ({ exam, words }: { readonly exam: LoadedExam; readonly words: LaterMessages }) => {
  const { text } = usePlayer()
  const ms = firstPartTime(exam, ledgerTime(exam))
  if (ms !== undefined) return <p>{words('part-time.first', { duration: durationText(text, Math.ceil(ms / 1000)) })}</p>
  return remainingTimeMs(exam) === undefined ? <p>{words('part-time.some')}</p> : null
}

/** What a learner is told of the time of a part before it begins. */
const PartTime = ({ exam, run, finishing, nextPart = '' }: PartTimeProps) => {
  const { text, settings } = usePlayer()
  const words = useLaterMessages()
  if (!words) return null
  const inWords = (ms: number) => durationText(text, Math.ceil(ms / 1000))
  const time = run?.formRun.time.read().time
  if (!run || !time) return <TimesAhead exam={exam} words={words} />
  if (finishing) {
    const times = nextPartTimes(exam, finishing, time)
    if (!times) return null
    return <p>{givesText(words, nextPart, times, inWords)}</p>
  }
  const id = partOf(exam.paper, run.moves.beginning ?? '')?.id
  const name = settings.hideSectionNamesInPlayer ? '' : (exam.sections.get(id ?? '')?.name ?? '').trim()
  const part = name === '' ? text('exam.thisPart') : name
  const times = timesOfPart(time, id) ?? { readingMs: 0, answeringMs: 0 }
  return (
    <BeginDialog
      words={words}
      part={part}
      gives={givesText(words, part, times, inWords)}
      isOneWay={exam.plan.parts.some((one) => one.id === id && one.oneWay)}
      onEnd={run.moves.begin}
    />
  )
}

export default PartTime
