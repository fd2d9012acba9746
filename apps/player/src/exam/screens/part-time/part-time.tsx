import { boundedLeft } from '@sitwell/exam/parts/begin-time'
import { partOf } from '@sitwell/exam/parts/navigation'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { durationText } from '../time/duration-text.ts'
import { type PartTimeWords, usePartTimeWords } from './part-time-words.ts'

export { loadWords } from './part-time-words.ts'

/** A part to go to, one that is named, or the first of an exam. */
export type PartTimeProps =
  | { readonly run: ExamRun }
  | { readonly part: string; readonly ms: number }
  | { readonly part?: undefined; readonly ms: number }

const useDuration = (ms: number) => durationText(usePlayer().text, Math.ceil(ms / 1000))

const Gives = ({ words, part, ms }: { readonly words: PartTimeWords; readonly part: string; readonly ms: number }) => (
  <>{words('part-time.gives', { part, duration: useDuration(ms) })}</>
)

const Begin = ({ run, words }: { readonly run: ExamRun; readonly words: PartTimeWords }) => {
  const { text, settings } = usePlayer()
  const { visit, formRun, moves } = run
  const { paper, plan, sections } = visit.exam
  const id = partOf(paper, moves.beginning ?? '')?.id
  const name = settings.hideSectionNamesInPlayer ? '' : (sections.get(id ?? '')?.name ?? '').trim()
  const part = name === '' ? text('exam.thisPart') : name
  const isOneWay = plan.parts.some((one) => one.id === id && one.oneWay)
  return (
    <Dialog
      role="alertdialog"
      title={words('part-time.begin', { part })}
      onClose={() => moves.begin(false)}
      actions={
        <>
          <Button onPress={() => moves.begin(false)} autoFocus>
            {words('part-time.cancel')}
          </Button>
          <Button variant="primary" isIrreversible onPress={() => moves.begin(true)}>
            {words('part-time.confirm')}
          </Button>
        </>
      }
    >
      <p>
        <Gives words={words} part={part} ms={boundedLeft(formRun.time.read().time, id) ?? 0} /> {words('part-time.starts')}{' '}
        {!isOneWay && words('part-time.stands')}
      </p>
    </Dialog>
  )
}

const First = ({ words, ms }: { readonly words: PartTimeWords; readonly ms: number }) => (
  <p>{words('part-time.first', { duration: useDuration(ms) })}</p>
)

/** What a learner is told of the time of a part before it begins. */
const PartTime = (props: PartTimeProps) => {
  const words = usePartTimeWords()
  if (!words) return null
  if ('run' in props) return <Begin run={props.run} words={words} />
  const { part, ms } = props
  if (part === undefined) return <First words={words} ms={ms} />
  return (
    <p>
      <Gives words={words} part={part} ms={ms} />
    </p>
  )
}

export default PartTime
