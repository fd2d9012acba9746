import { dayInWords } from '@sitwell/question-types/rules'
import { Html } from '@sitwell/ui/html.tsx'
import { useHtmlReading } from '@sitwell/ui/html-reading.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useId } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamResult } from './exam-result.ts'
import styles from './question-feedback.module.css'

type Reviewed = NonNullable<ExamResult['questionFeedback']>[number]
type Given = Reviewed['answer'][number]['value']
type ReadText = Pick<Given, 'text' | 'isHtml' | 'isDay'>

const pictureHtml = (src: string) =>
  `<img src="${src.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}" alt="">`

/** The HTML of it, which may show files. */
export const textsOfFeedback = (result: ExamResult | undefined): string[] =>
  (result?.questionFeedback ?? []).flatMap(({ text, answer, feedback }) => [
    text,
    ...answer.flatMap(({ label, value }) => [
      label?.isHtml ? label.text : '',
      value.isHtml ? value.text : '',
      value.drawing ? pictureHtml(value.drawing.src) : '',
    ]),
    ...feedback.map(({ html }) => html),
  ])

/** At most two decimals, and none if there are none. */
const figure = (value: number) => Math.round(value * 100) / 100

/** What a learner wrote keeps its lines, what came as HTML its form, and a day is told as their language writes it. */
const Words = ({ text, isHtml, isDay }: ReadText) => {
  const { language } = usePlayer()
  if (isHtml) return <Html html={text} />
  return <p className={styles.typed}>{isDay ? dayInWords(text, language.code) : text}</p>
}

/** What was drawn, on its picture. As the source of a picture nothing in it can run, whatever it is. */
const Drawn = ({ drawing, name }: { readonly drawing: NonNullable<Given['drawing']>; readonly name: string }) => {
  const { resolveUrl } = useHtmlReading()
  const { svg, src, width, height } = drawing
  const below = resolveUrl?.(src)
  return (
    <div className={styles.drawing} style={{ inlineSize: `${width}px`, aspectRatio: `${width} / ${height}` }}>
      {below !== undefined && <img src={below} alt="" />}
      <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} alt={name} />
    </div>
  )
}

const isEmpty = ({ text, drawing }: Given) => text.trim() === '' && !drawing

const GivenAnswer = ({ answer }: Pick<Reviewed, 'answer'>) => {
  const { text } = usePlayer()
  return (
    <div className={styles.answer}>
      <h4 className={styles.label}>{text('outro.yourAnswer')}</h4>
      {answer.length === 0 && <p className={styles.quiet}>{text('outro.noAnswer')}</p>}
      {answer.map(({ label, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an answer never change once it is marked
        <div key={at} className={styles.line}>
          {label && label.text.trim() !== '' && (
            <div className={styles.of}>
              <Words {...label} />
            </div>
          )}
          {value.drawing && <Drawn drawing={value.drawing} name={[label?.text, value.text].filter(Boolean).join(': ')} />}
          {isEmpty(value) ? (
            <p className={styles.quiet}>{text('outro.noAnswer')}</p>
          ) : (
            value.text.trim() !== '' && <Words {...value} />
          )}
        </div>
      ))}
    </div>
  )
}

const QuestionFeedbackView = ({ question }: { readonly question: Reviewed }) => {
  const { text } = usePlayer()
  const headingId = useId()
  const { mark } = question
  return (
    <article className={styles.question} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h3 id={headingId} className={styles.number}>
          {text('exam.question', { number: question.number })}
        </h3>
        {mark && (
          <dl className={styles.mark}>
            <dt>{text('exam.resultMarks')}</dt>
            <dd>{text('exam.resultMarksOf', { marks: figure(mark.score), total: figure(mark.maxScore) })}</dd>
          </dl>
        )}
      </div>
      {question.text !== '' && <Html html={question.text} />}
      {question.takesAnswer && <GivenAnswer answer={question.answer} />}
      {question.feedback.map(({ title, html }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is said of an answer never changes once it is marked
        <div key={at} className={styles.feedback}>
          <Icon name="info" />
          <div className={styles.words}>
            <h4 className={styles.label}>{title ?? text('outro.feedbackOne')}</h4>
            <Html html={html} />
          </div>
        </div>
      ))}
      {(question.comments ?? []).map(({ part, text: comment }) => (
        <div key={part ?? 0} className={styles.feedback}>
          <Icon name="info" />
          <div className={styles.words}>
            <h4 className={styles.label}>
              {part === undefined ? text('outro.comment') : text('outro.commentOnPart', { part })}
            </h4>
            <p className={styles.typed} dir="auto">
              {comment}
            </p>
          </div>
        </div>
      ))}
    </article>
  )
}

/** What is said of the learner's answers, each with its question: all that the server tells, and nothing if it tells none. */
export const QuestionFeedback = ({ questions = [] }: { readonly questions: ExamResult['questionFeedback'] }) => {
  const { text } = usePlayer()
  const titleId = useId()
  if (questions.length === 0) return null
  return (
    <section className={styles.all} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {text('outro.feedback')}
      </h2>
      {questions.map((one) => (
        <QuestionFeedbackView key={one.questionId} question={one} />
      ))}
    </section>
  )
}
