import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Html } from '@sitwell/ui/html.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import { type LoadedExam, remainingTimeMs } from '../../content/loaded-exam.ts'
import { LazyOwnPresets } from '../display/lazy-own-presets.tsx'
import { hasPartTimes, LazyPartTime } from '../part-time/lazy-part-time.tsx'
import styles from './intro-screen.module.css'

const minuteMs = 60_000

/** How many questions an exam has, and their marks; nothing where answers decide about that. */
const sizeOf = ({ content: { sealedParts = [] }, paper, questions, sections }: LoadedExam) => {
  if (sealedParts.some(({ hangsOnAnswers }) => hangsOnAnswers)) return undefined
  // What lies sealed has its marks in its sections alone.
  const sealed = sealedParts.reduce((sum, { partId }) => sum + (sections.get(partId)?.marks ?? 0), 0)
  const marks = paper.order.reduce((sum, id) => sum + (questions.get(id)?.marks ?? 0), sealed)
  return { questions: String(paper.order.length), marks: String(marks) }
}

/** The last page before the time runs: what the exam is, its instructions, and the button that starts it (spec 2 §2). */
export const IntroScreen = ({
  exam,
  isCommenced,
  isStarting,
  onStart,
  onReturnHome,
}: {
  readonly exam: LoadedExam
  readonly isCommenced: boolean
  readonly isStarting: boolean
  onStart(): void
  /** Absent if the learner may not go back. */
  onReturnHome?(): void
}) => {
  const { text } = usePlayer()
  const { content } = exam
  const timeMs = remainingTimeMs(exam)
  const size = sizeOf(exam)
  // The rest of it says nothing about whose it is.
  const minutesOf = (seconds = 0) => (isCommenced ? 0 : Math.ceil(seconds / 60))
  const own = minutesOf(content.settings.ownTime)
  const rest = minutesOf(content.settings.restTime)
  const facts = [
    ...(size ? [[text('exam.introQuestions'), size.questions]] : []),
    // Of an exam with timed parts and others it is said below.
    ...(timeMs === undefined && hasPartTimes(exam)
      ? []
      : [
          [
            text('exam.introTime'),
            timeMs === undefined
              ? text('exam.introUntimed')
              : text(own > 0 ? 'exam.introMinutesOwn' : 'exam.introMinutes', { minutes: Math.ceil(timeMs / minuteMs), own }),
          ],
        ]),
    ...(rest > 0 ? [[text('exam.introRest'), text('exam.introMinutes', { minutes: rest })]] : []),
    ...(size ? [[text('exam.introMarks'), size.marks]] : []),
  ]
  return (
    <Page width="panel">
      <Card width="panel">
        <p className={styles.exam}>
          <bdi>{content.examName}</bdi>
        </p>
        <OpeningHeading className={styles.title}>{text('exam.intro')}</OpeningHeading>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {!isCommenced && <LazyPartTime exam={exam} />}
        <LazyOwnPresets exam={exam} />
        {content.settings.introText !== '' && (
          <div className={styles.text}>
            <Html html={content.settings.introText} />
          </div>
        )}
        <div className={styles.actions}>
          {onReturnHome && (
            <Button onPress={onReturnHome} isDisabled={isStarting}>
              {text('exam.returnHome')}
            </Button>
          )}
          <Button variant="primary" onPress={onStart} isPending={isStarting}>
            {text(isCommenced ? 'exam.resume' : 'exam.start')}
          </Button>
        </div>
      </Card>
    </Page>
  )
}
