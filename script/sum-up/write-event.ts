import { appendFileSync } from 'node:fs'
import type { TestEvent } from './events.ts'

/** The file that a stage writes its events to; undefined outside of script/test. */
export const eventsPath = (): string | undefined => process.env.SITWELL_TEST_EVENTS

/** Appends an event. Several processes may do so at once, since a line is written as a whole. */
export const writeEvent = (path: string, event: TestEvent): void => appendFileSync(path, `${JSON.stringify(event)}\n`)
