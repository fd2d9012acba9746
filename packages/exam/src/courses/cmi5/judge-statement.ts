import { agentKey } from '../xapi/agents.ts'
import { voidedVerb } from '../xapi/check-statement.ts'
import type { Statement } from '../xapi/statement.ts'
import { type Fields, isFields, isInUtc, momentMs } from '../xapi/values.ts'
import type { AuFacts } from './move-on.ts'
import { type Cmi5Verb, categories, extensions, type LaunchMode, verbs } from './vocabulary.ts'

/** What a session was launched with. */
export interface SessionTerms {
  readonly actor: Fields
  readonly registration: string
  readonly sessionId: string
  /** The AU's id as the server made it. */
  readonly activityId: string
  readonly publisherId: string
  readonly launchMode: LaunchMode
  readonly masteryScore?: number | undefined
}

/** The verbs that an AU says. */
export type AuVerb = Extract<Cmi5Verb, 'initialized' | 'completed' | 'passed' | 'failed' | 'terminated'>

/** What a session has heard so far. Milliseconds, of the AU's own timestamps. */
export interface SessionSoFar {
  /** The cmi5 defined verbs, in the order in which they came. */
  readonly said: readonly AuVerb[]
  readonly initializedMs: number | undefined
  readonly terminatedMs: number | undefined
  /** Of the latest statement. */
  readonly lastMs: number | undefined
  /** The database forgot this session, and all or some of what it had heard: that nothing is known of `initialized` says nothing then. */
  readonly isForgotten?: boolean | undefined
}

export const emptySession: SessionSoFar = { said: [], initializedMs: undefined, terminatedMs: undefined, lastMs: undefined }

type Judgement =
  | { readonly ok: true; readonly verb: AuVerb | undefined; readonly session: SessionSoFar; readonly facts: AuFacts }
  | { readonly ok: false; readonly why: string }

const auVerbs: Readonly<Record<string, AuVerb>> = Object.fromEntries(
  (['initialized', 'completed', 'passed', 'failed', 'terminated'] as const).map((verb) => [verbs[verb], verb]),
)

const idsIn = (statement: Statement, kind: string): unknown[] => {
  const activities = statement.context?.contextActivities
  const list = isFields(activities) ? activities[kind] : undefined
  return (Array.isArray(list) ? list : [list]).filter(isFields).map(({ id }) => id)
}

const extensionOf = (statement: Statement, name: string): unknown => {
  const held = statement.context?.extensions
  return isFields(held) ? held[name] : undefined
}

/** What every statement of an AU has to say, cmi5's own or any other. */
const outsideTemplate = (statement: Statement, terms: SessionTerms): string | undefined => {
  if (statement.id === undefined) return 'A statement of an AU needs an id.'
  if (statement.timestamp === undefined || !isInUtc(statement.timestamp))
    return 'A statement of an AU needs a timestamp in UTC.'
  if (statement.verb.id === voidedVerb) return 'An AU voids no statements.'
  if (agentKey(statement.actor) !== agentKey(terms.actor) || statement.actor.objectType === 'Group')
    return 'The actor is not the one that this AU was launched for.'
  if (String(statement.context?.registration).toLowerCase() !== terms.registration)
    return 'The registration is not the one that this AU was launched with.'
  if (extensionOf(statement, extensions.sessionId) !== terms.sessionId)
    return 'The session id is not the one that this AU was launched with.'
  if (!idsIn(statement, 'grouping').includes(terms.publisherId))
    return "The context lacks the publisher's id of the AU, which is in the template."
  return undefined
}

const judged: readonly (AuVerb | undefined)[] = ['passed', 'failed']
const successes: Readonly<Partial<Record<AuVerb, boolean>>> = { passed: true, failed: false }
const timed: readonly AuVerb[] = ['completed', 'passed', 'failed', 'terminated']

const wrongScore = (verb: AuVerb, score: Fields, statement: Statement, masteryScore: number | undefined) => {
  const { scaled, raw, min, max } = score
  if (typeof scaled === 'number' && scaled < 0) return 'A scaled score is between 0 and 1.'
  if (raw !== undefined && (min === undefined || max === undefined)) return 'A raw score needs min and max.'
  if (masteryScore === undefined || typeof scaled !== 'number') return undefined
  if (verb === 'passed' && scaled < masteryScore) return 'This score is below the mastery score, and does not pass.'
  if (verb === 'failed' && scaled >= masteryScore) return 'This score reaches the mastery score, and does not fail.'
  return extensionOf(statement, extensions.masteryScore) === undefined
    ? 'The context lacks the mastery score that was judged by.'
    : undefined
}

const isWholePercent = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100

/** What a verb of cmi5 may and has to say of its result. */
const wrongResult = (verb: AuVerb, statement: Statement, terms: SessionTerms): string | undefined => {
  const { score, success, completion, duration, extensions: more } = statement.result ?? {}
  const wanted = {
    success: successes[verb],
    completion: verb === 'completed' || undefined,
  }
  if (success !== wanted.success) return `success of ${verb} has to be ${String(wanted.success)}.`
  if (completion !== wanted.completion) return `completion of ${verb} has to be ${String(wanted.completion)}.`
  if (timed.includes(verb) && duration === undefined) return `${verb} needs a duration.`
  if (isFields(score) && !judged.includes(verb)) return `${verb} has no score.`
  const progress = isFields(more) ? more[extensions.progress] : undefined
  if (progress !== undefined && !isWholePercent(progress)) return 'progress is a whole number from 0 to 100.'
  const masteryScore = extensionOf(statement, extensions.masteryScore)
  if (judged.includes(verb) && masteryScore !== undefined && masteryScore !== terms.masteryScore)
    return 'The mastery score is not the one that this AU was launched with.'
  return isFields(score) ? wrongScore(verb, score, statement, terms.masteryScore) : undefined
}

/** Whether a verb may be said now: once in a session, and some once in a registration. */
const outOfTurn = (verb: AuVerb, { said }: SessionSoFar, facts: AuFacts): string | undefined => {
  if (said.includes(verb)) return `${verb} was said in this session before.`
  if (judged.includes(verb) && said.some((one) => judged.includes(one)))
    return 'A session says one of passed and failed, and once.'
  if (verb === 'completed' && facts.completed) return 'completed was said in this registration before.'
  if (judged.includes(verb) && facts.passed) return 'passed was said in this registration before.'
  return undefined
}

const wrongDefined = (statement: Statement, terms: SessionTerms, session: SessionSoFar, facts: AuFacts): string | undefined => {
  const verb = auVerbs[statement.verb.id]
  if (verb === undefined) return 'This is no verb that an AU says as one of cmi5.'
  if (terms.launchMode !== 'Normal' && verb !== 'initialized' && verb !== 'terminated')
    return `A session in ${terms.launchMode} says nothing of ${verb}.`
  const { objectType = 'Activity', id } = statement.object
  if (objectType !== 'Activity' || id !== terms.activityId) return 'The object is not the AU that was launched.'
  return wrongResult(verb, statement, terms) ?? outOfTurn(verb, session, facts)
}

/** Whether a moment fits: initialized comes first, and terminated last. */
const wrongMoment = (verb: AuVerb | undefined, atMs: number, session: SessionSoFar): string | undefined => {
  const { initializedMs, terminatedMs, lastMs } = session
  if (initializedMs === undefined && !session.isForgotten)
    return verb === 'initialized' ? undefined : 'initialized has to be the first statement.'
  if (verb === 'initialized') return undefined
  if (initializedMs !== undefined && atMs < initializedMs) return 'The statement tells of a moment before initialized.'
  if (terminatedMs !== undefined && atMs > terminatedMs) return 'The statement tells of a moment after terminated.'
  if (verb === 'terminated' && lastMs !== undefined && atMs < lastMs) return 'terminated has to be the last statement.'
  return undefined
}

const after = (facts: AuFacts, verb: AuVerb | undefined): AuFacts => {
  if (verb === 'completed') return { ...facts, completed: true }
  if (verb === 'passed') return { ...facts, passed: true, failed: false }
  return verb === 'failed' ? { ...facts, failed: true } : facts
}

/**
 * Whether cmi5 lets an AU say this now, and what its session and its registration have come to then. The statement is one of xAPI; that
 * the session still listens is judged before.
 */
export const judgeStatement = (statement: Statement, terms: SessionTerms, session: SessionSoFar, facts: AuFacts): Judgement => {
  const isDefined = idsIn(statement, 'category').includes(categories.cmi5)
  const verb = isDefined ? auVerbs[statement.verb.id] : undefined
  const atMs = momentMs(statement.timestamp) ?? 0
  const marksMoveOn = idsIn(statement, 'category').includes(categories.moveOn)
  const why =
    outsideTemplate(statement, terms) ??
    (isDefined ? wrongDefined(statement, terms, session, facts) : undefined) ??
    (marksMoveOn === (verb !== undefined && ['completed', 'passed', 'failed'].includes(verb))
      ? undefined
      : 'The category of moving on belongs to completed, passed and failed, and to nothing else.') ??
    wrongMoment(verb, atMs, session)
  if (why !== undefined) return { ok: false, why }
  return {
    ok: true,
    verb,
    session: {
      ...session,
      said: verb ? [...session.said, verb] : session.said,
      initializedMs: verb === 'initialized' ? atMs : session.initializedMs,
      terminatedMs: verb === 'terminated' ? atMs : session.terminatedMs,
      lastMs: Math.max(atMs, session.lastMs ?? atMs),
    },
    facts: after(facts, verb),
  }
}
