import { toSvg } from '@sitwell/question-types/marking'
import { counted } from '../finding.ts'
import { findingsOf } from '../verify-form-run.ts'
import type { Replay, ShownQuestion, TimedLine } from './collect-replay.ts'
import { moment } from './replay-line.ts'
import { replayStyles } from './replay-styles.ts'
import { html, SafeHtml } from './safe-html.ts'

/** How moments are told: in UTC, and in the time zone that was asked for besides. */
export interface PageTime {
  /** When the page was made, milliseconds since 1970. */
  readonly nowMs: number
  /** A name that `Intl` knows, as `Europe/London`. */
  readonly timeZone: string | undefined
}

/** Formats moments in a time zone. One for the whole page: to make a formatter takes longer than all else that a line needs. */
const formatterOf = (timeZone: string | undefined) =>
  timeZone === undefined ? undefined : new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'long' })

const clockOf = (ms: number) => {
  const whole = Math.ceil(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

const kinds: Readonly<Record<TimedLine['kind'], string>> = {
  ledger: 'ledger',
  answer: 'answer',
  activity: 'page',
  file: 'file',
  completion: 'completion',
  mark: 'mark',
  server: 'server',
}

/** What was drawn, on white: the picture below it belongs to the exam. Made of checked numbers; what was written in it is text. */
const drawingOf = ({ about, text, drawing }: TimedLine['quotes'][number]) =>
  drawing && new SafeHtml(toSvg(drawing, { name: text === '' ? about : `${about}: ${text}` }))

const quoteOf = (quote: TimedLine['quotes'][number]) =>
  html`<dt>${quote.about}</dt><dd dir="auto">${quote.text === '' ? '(nothing)' : quote.text}${drawingOf(quote)}</dd>`

const lineOf = (line: TimedLine, zoned: Intl.DateTimeFormat | undefined) => html`
<li>
<div class="when"><b><time datetime="${moment(line.atMs)}">${moment(line.atMs).slice(0, 19).replace('T', ' ')} UTC</time></b>
${zoned && html`<span>${zoned.format(line.atMs)}</span>`}
<span>${line.clock === 'server' ? "server's clock" : "browser's clock"}</span>
${line.leftMs === undefined ? undefined : html`<span>${clockOf(line.leftMs)} left</span>`}
${line.partLeftMs === undefined ? undefined : html`<span>${clockOf(line.partLeftMs)} left of the part</span>`}</div>
<div><p class="what"><span class="tag">${kinds[line.kind]}</span> <bdi class="who">${line.who}</bdi>: <bdi>${line.what}</bdi></p>
${line.quotes.length === 0 ? undefined : html`<dl class="quote">${line.quotes.map(quoteOf)}</dl>`}
<ul class="evidence" aria-label="Evidence">${line.evidence.map((one) => html`<li><bdi>${one}</bdi></li>`)}</ul></div>
</li>`

const markWords = ({ mark }: ShownQuestion) => {
  if (!mark) return ''
  return mark.waits
    ? `; its answer waits for a person, for ${counted(mark.of, 'mark')}`
    : `; ${mark.score} of ${counted(mark.of, 'mark')}`
}

const verdictOf = ({ checked }: Replay) => {
  const findings = findingsOf(checked)
  return html`<section class="verdict${findings.length > 0 ? ' wrong' : ''}" aria-labelledby="verdict">
<h2 id="verdict">${findings.length === 0 ? 'Everything that is kept matches' : `${counted(findings.length, 'thing does', 'things do')} not match`}</h2>
<ul>${checked.flatMap(({ about, says, findings: wrong }) =>
    wrong.length === 0
      ? [html`<li>${about}: ${says}</li>`]
      : wrong.map((finding) => html`<li><strong>${about}: ${finding}</strong></li>`),
  )}</ul></section>`
}

const factsOf = ({ run, learner, marks }: Replay, nowMs: number, zoned: Intl.DateTimeFormat | undefined) => {
  const inZones = (atMs: number) => `${moment(atMs)}${zoned ? ` (${zoned.format(atMs)})` : ''}`
  const facts: readonly (readonly [string, string])[] = [
    ['Learner', learner],
    ['Form run', `${run.form_run_guid}, number ${run.form_run_id}`],
    ['Exam', `${run.exam_guid}, version ${run.version}`],
    ['Schedule', run.schedule_guid],
    ['Started', inZones(run.started_at)],
    ['Completed', run.completed_at === null ? 'not completed' : inZones(run.completed_at)],
    ...(run.completed_at !== null && marks === undefined ? [['Marks', 'nobody was told of them yet'] as const] : []),
    ...(marks === undefined
      ? []
      : [
          [
            'Marks',
            `${marks.score} of ${marks.of}${marks.waiting > 0 ? `; ${counted(marks.waiting, 'answer waits', 'answers wait')} for a person` : ''}`,
          ] as const,
        ]),
    ['This page was made', inZones(nowMs)],
  ]
  return html`<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`)}</dl>`
}

/**
 * A sitting as one page that stands alone: no script, nothing that is loaded, and whatever a learner or an author wrote is text in it
 * and nothing else; its own policy says so to the browser too.
 */
export const replayPage = (replay: Replay, { nowMs, timeZone }: PageTime): string => {
  const zoned = formatterOf(timeZone)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Replay: ${replay.examName}, ${replay.learner}</title>
<style>${new SafeHtml(replayStyles)}</style>
</head>
<body>
<main>
<h1>Replay of a sitting: <bdi>${replay.examName}</bdi></h1>
${factsOf(replay, nowMs, zoned)}
${verdictOf(replay)}
<h2>What happened</h2>
<p>${counted(replay.lines.length, 'line')}, in the order of their moments. The server's clock is the one that counts. What a page did and
showed is told by the learner's browser, at the moment that the computer's own clock had, which may be wrong, and as far as the browser
kept and sent its activity log. “Left” is the time that the ledger had left at that moment, as it was known then.</p>
<ol class="lines">${replay.lines.map((line) => lineOf(line, zoned))}</ol>
<h2>The questions</h2>
<ol class="questions">${replay.questions.map(
    (question) =>
      html`<li value="${question.number}"><p dir="auto">${question.text === '' ? '(no text)' : question.text}</p><ul class="evidence"><li>${question.type}, ${question.id}${markWords(question)}</li></ul></li>`,
  )}</ol>
</main>
</body>
</html>
`
  return page.text
}
