import { choiceField, textField } from '@sitwell/navigation/address-query.ts'

/** The kinds of events that the log is narrowed by; a kind that is new shows under its own name. */
export const logKinds = [
  ...(['sign-in', 'sign-in-refused', 'sign-out', 'session-ended', 'signed-in-as', 'login-token-made'] as const),
  ...(['password-link-sent', 'password-set', 'password-refused'] as const),
  ...(['second-step-passed', 'second-step-refused', 'second-step-reset', 'device-remembered', 'recovery-codes-made'] as const),
  ...(['limit-held', 'access-refused', 'staff-act', 'command', 'setting-changed', 'group-changed', 'centre-changed'] as const),
  ...([
    'accommodation-added',
    'accommodation-changed',
    'accommodation-withdrawn',
    'document-added',
    'document-opened',
    'document-removed',
    'mark-scheme-changed',
    'results-changed',
    'result-rules-changed',
    'results-exported',
    'evidence-read',
    'delivery-changed',
  ] as const),
  ...(['response-marked', 'marking-allocated'] as const),
  ...(['course-given', 'course-taken', 'course-reset', 'role-granted', 'role-withdrawn', 'file-refused'] as const),
  ...(['organisation-created', 'installation-granted', 'installation-withdrawn'] as const),
  ...(['person-added', 'person-changed', 'person-removed', 'person-suspended', 'person-resumed'] as const),
  ...(['person-exported', 'person-erased', 'events-not-written'] as const),
] as const
export type LogKind = (typeof logKinds)[number]

export const isLogKind = (kind: string): kind is LogKind => logKinds.some((one) => one === kind)

/** What the address of the log holds: a link shows the same search to whoever may see it. */
export const logFields = {
  person: textField(),
  kind: choiceField(['all', ...logKinds]),
  /** Moments as ISO 8601; empty: none. */
  from: textField({ longest: 40 }),
  until: textField({ longest: 40 }),
  address: textField({ longest: 100 }),
}
