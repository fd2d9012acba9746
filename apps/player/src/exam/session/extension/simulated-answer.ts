import { extensionStatuses } from '@sitwell/exam/ledger/extension'
import type { ExtensionSteps } from './extension-steps.ts'

/** Milliseconds after which the test aid answers (spec 3 §4). */
export const simulatedAnswerMs = 5000

/**
 * The steps with an invigilator who isn't one: where the configuration asks for it, somebody who tries the player out gets an
 * answer of this many seconds by itself. The server grants nothing by it.
 */
export const withSimulatedAnswer = (steps: ExtensionSteps, extendable: number): ExtensionSteps => ({
  ...steps,
  ask: async () => 'asked',
  withdraw: async () => {},
  follow(onNotice) {
    const status = extendable > 0 ? extensionStatuses.granted : extensionStatuses.declined
    const timer = setTimeout(() => onNotice({ status, extendable }), simulatedAnswerMs)
    return () => clearTimeout(timer)
  },
})
