import * as z from 'zod'

/** One test of a stage of script/test. `id` names it exactly, for a rerun: titles may occur twice. */
const testRef = z.object({ id: z.string(), project: z.string(), file: z.string(), title: z.string() })
export type TestRef = z.infer<typeof testRef>

/**
 * What a stage reports while it runs, one JSON line each. Unlike a report that is written at the end, they survive a stage that is
 * killed, and name the test that was running then.
 */
const testEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('loaded'), tests: z.array(testRef) }),
  z.object({ event: z.literal('started'), id: z.string() }),
  z.object({
    event: z.literal('ended'),
    id: z.string(),
    /** `left out`: it was to run, but something before it failed. */
    outcome: z.enum(['passed', 'failed', 'skipped', 'left out']),
    messages: z.array(z.string()),
    /** Path of the browser's trace. */
    trace: z.string().optional(),
    durationMs: z.number(),
  }),
  /** A failure outside of a single test. `ids`: the tests that have to run again to see if it happens again; none: it is deterministic. */
  z.object({
    event: z.literal('broken'),
    project: z.string(),
    file: z.string(),
    title: z.string(),
    messages: z.array(z.string()),
    ids: z.array(z.string()),
  }),
  /** A process ended while these tests of one file were still to end. */
  z.object({
    event: z.literal('cut'),
    project: z.string(),
    file: z.string(),
    messages: z.array(z.string()),
    ids: z.array(z.string()),
  }),
  /** The process of a test that reached its limit reports what the test was waiting for, or which loop it was in. `id`: of the test. */
  z.object({ event: z.literal('stuck'), file: z.string(), id: z.string().optional(), message: z.string() }),
  /** A file of vitest ended: its tests and hooks took so long together. */
  z.object({ event: z.literal('file'), file: z.string(), durationMs: z.number() }),
  /** The stage got to its end, however it ended. */
  z.object({ event: z.literal('through') }),
])
export type TestEvent = z.infer<typeof testEvent>

/** Reads events; throws on lines of another form, except for a last line that was cut when its stage was killed. */
export const readEvents = (text: string): TestEvent[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => testEvent.parse(JSON.parse(line)))
