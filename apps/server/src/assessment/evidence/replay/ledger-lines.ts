import type { FormRunEventTable } from '../../../db/schema.ts'
import { moment, type ReplayContext, type ReplayLine, seconds } from './replay-line.ts'

type Details = Readonly<Record<string, unknown>>

const detailsOf = (text: string): Details => {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

const msOf = (value: unknown) => (typeof value === 'number' ? seconds(value) : 'an unknown time')
const nameOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Time of accommodations, of the exam or else of its parts. */
const ownTimeText = (value: unknown): string => {
  const { examMs, parts, restMs }: Details = { ...Object(value) }
  const ofParts = (Array.isArray(parts) ? parts : []).map(({ partId, ms }) => `${msOf(ms)} in the part ${nameOf(partId)}`)
  const all = [...(examMs === 0 ? [] : [msOf(examMs)]), ...ofParts]
  const time = all.length === 0 ? 'no more time' : `${all.join(', ')} more`
  return restMs === undefined ? time : `${time}, and rest breaks of ${msOf(restMs)} in all`
}

/** What accommodations set beside time. */
const presetsText = (value: unknown): string => {
  const { textPercent, theme, supports }: Details = { ...Object(value) }
  return [
    ...(textPercent === undefined ? [] : [`, texts at ${String(textPercent)} percent`]),
    ...(theme === undefined ? [] : [`, the theme “${nameOf(theme)}”`]),
    ...(Array.isArray(supports) ? [`, and the supports ${supports.map(nameOf).join(', ')}`] : []),
  ].join('')
}

const supervisionWords: Readonly<Record<string, string>> = {
  start: 'the supervision of the exam began',
  end: 'the supervision of the exam ended',
  loss: 'the supervision of the exam was lost',
  refusal: 'nothing of the exam was given out, because its supervision was missing',
  waiver: 'staff let the exam be sat without its supervision',
}

/** What each kind of event says; one that isn't here is told by its own name. */
const words: Readonly<Record<string, (details: Details, context: ReplayContext) => string>> = {
  start: ({ partId }, { part }) =>
    partId === undefined ? 'The exam began.' : `The exam began, in the part “${part(nameOf(partId))}”.`,
  pause: () => 'The exam was paused: the time stood still.',
  resume: () => 'The exam went on: the time ran again.',
  'resume-offer': ({ withinMs }) =>
    `The pause was ended: the time stood on until the learner resumed, ${msOf(withinMs)} at most.`,
  'rest-break': ({ withinMs }) =>
    `A rest break began: the time stood still until the learner resumed, ${msOf(withinMs)} at most.`,
  enter: ({ partId }, { part }) => `The learner went into the part “${part(nameOf(partId))}”.`,
  'complete-part': ({ partId }, { part }) => `The learner finished the part “${part(nameOf(partId))}”.`,
  'skip-reading': ({ partId }, { part }) => `The learner ended the reading time of “${part(nameOf(partId))}”.`,
  'part-key': ({ partId }, { part }) => `The key of the sealed part “${part(nameOf(partId))}” was given to the learner.`,
  'part-decision': ({ partId, isAsked }, { part }) =>
    `By the answers that the server had then, the part “${part(nameOf(partId))}” was ${isAsked === true ? 'to be' : 'not to be'} asked.`,
  attempt: ({ questionId, sequence, ending, isLast }, { question }) => {
    const of = typeof sequence === 'number' ? `its answer of sequence ${sequence}` : 'no answer'
    const by = typeof ending === 'string' ? ` by the button “${ending}”` : ''
    return `The learner had ${question(nameOf(questionId))} checked${by}, with ${of}.${isLast === true ? ' That was the last attempt: the question was closed.' : ''}`
  },
  extension: ({ byMs, withinMs }) =>
    `An extension was granted: ${msOf(byMs)} more.${withinMs === undefined ? '' : ` The time stood still until the learner had read that, ${msOf(withinMs)} at most.`}`,
  'extra-time': ({ byMs }) => `Time was given: ${msOf(byMs)} more.`,
  accommodation: ({ before, after, presets, presetsBefore }) =>
    before === undefined
      ? `Accommodations of the learner gave ${ownTimeText(after)}${presetsText(presets)}.`
      : `Accommodations of the learner were changed: ${ownTimeText(after)}${presetsText(presets)}, and before that ${ownTimeText(before)}${presetsText(presetsBefore)}.`,
  'extension-request': () => 'The learner asked for an extension.',
  'extension-decline': () => 'The extension was declined.',
  'extension-withdraw': () => 'The learner withdrew the request for an extension.',
  absence: ({ byMs }) => `A lost connection was taken out of the time: it stood still for ${msOf(byMs)} before this.`,
  'hand-in': ({ from, answers, used, file, formRunGuid }) => {
    if (from === formRunGuid) return `Answers that could not be sent were handed in as a file: ${String(answers)}.`
    const usedMs = (Array.isArray(used) ? used : []).reduce((sum, { ms }) => sum + Number(ms), 0)
    return `The form run took the place of ${nameOf(from)}, which the database had lost: the browser had ${String(answers)} answers of it, and says that ${msOf(usedMs)} had been used.${file === undefined ? '' : ' They were handed in as a file.'}`
  },
  supervision: ({ provider, what, agoMs }) => {
    const begun = typeof agoMs === 'number' ? `, ${seconds(agoMs)} before the exam began` : ''
    const text = supervisionWords[nameOf(what)] ?? nameOf(what)
    return `${nameOf(provider)}: ${text}${begun}.`
  },
  file: ({ what, bytes }) => {
    if (what === 'announced') return `A file of ${String(bytes)} bytes was announced, with its hash.`
    if (what === 'arrived') return 'The bytes of a file had come.'
    return what === 'deleted'
      ? 'A file was deleted.'
      : 'Bytes came that are not those of the file that was announced; they were refused.'
  },
  print: ({ questionId }, { question }) => `The text of ${question(nameOf(questionId))} was given to the learner to print.`,
  note: ({ note }) => `Note ${String(note)} for the file was written.`,
  results: ({ what }) =>
    what === 'confirmed'
      ? 'The results were confirmed: from here on its learner was shown them.'
      : 'The confirmation of the results was withdrawn: from here on its learner was not shown them.',
  'result-set': ({ what, set }) =>
    what === 'confirmed'
      ? `Result set ${set} of the delivery was confirmed: from here on nothing of the learner changes the answers.`
      : `Result set ${set} of the delivery was released to the learner.`,
  incident: () => 'Somebody wrote this down:',
  complete: ({ because }) =>
    because === 'chosen'
      ? 'The learner finished the exam.'
      : because === 'server'
        ? 'The time was over, and the server completed the exam.'
        : 'The time was over, and the exam was completed.',
  reopen: ({ byMs, toldAtMs }) =>
    `The completed exam was opened again${byMs === 0 ? '.' : `, ${msOf(byMs)} after its completion; its time had stood still.`}${toldAtMs === undefined ? '' : ' Its marks had been told; from here on its learner changes them.'}`,
}

const toLine = (row: FormRunEventTable, context: ReplayContext): ReplayLine => {
  const details = detailsOf(row.details)
  const { text, admin } = details
  return {
    atMs: row.at,
    clock: 'server',
    kind: 'ledger',
    who: context.person(row.author) + (typeof admin === 'string' ? `, who was ${context.person(admin)} signed in as them` : ''),
    what:
      words[row.kind]?.({ ...details, formRunGuid: row.form_run_guid }, context) ?? `${row.kind} was written into the ledger.`,
    quotes: typeof text === 'string' ? [{ about: 'Words', text }] : [],
    ...(row.kind === 'note' && { isNote: true }),
    evidence: [
      `ledger event ${row.number} (${row.kind}), ${moment(row.at)}`,
      row.hash === null ? 'from before ledgers were chained: it has no hash' : `hash ${row.hash}`,
      ...(row.details === '{}' ? [] : [`details ${row.details}`]),
    ],
  }
}

/** A line for each moment before the start at which the content was given out. If somebody changed the row since, its details may be anything. */
const linesBefore = (row: FormRunEventTable, context: ReplayContext): ReplayLine[] => {
  const { handedOut } = detailsOf(row.details)
  if (row.kind !== 'start' || !Array.isArray(handedOut)) return []
  return handedOut.map((one: unknown) => {
    const { agoMs, admin }: Details = { ...Object(one) }
    const beforeMs = typeof agoMs === 'number' ? agoMs : 0
    return {
      ...toLine(row, context),
      atMs: row.at - beforeMs,
      ...(typeof admin === 'string' && { who: `${context.person(admin)}, signed in as ${context.person(row.author)}` }),
      what: `The exam’s content was given out, ${seconds(beforeMs)} before the start.`,
    }
  })
}

export const ledgerLines = (rows: readonly FormRunEventTable[], context: ReplayContext): ReplayLine[] =>
  rows.flatMap((row) => [...linesBefore(row, context), toLine(row, context)])
