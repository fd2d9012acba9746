/** Mode 1: a box to tick. Mode 2: the learner gives the value (spec 2 §2). Any other value of the setting: not asked. */
export type ConfirmMode = 1 | 2

export type Confirmation =
  | { readonly id: 'name' }
  | { readonly id: 'instructions' }
  | { readonly id: 'dob'; readonly mode: ConfirmMode; readonly value: string }
  | { readonly id: 'identifier'; readonly mode: ConfirmMode; readonly value: string }

export type ConfirmationId = Confirmation['id']

const modeOf = (setting: number): ConfirmMode | undefined => (setting === 1 || setting === 2 ? setting : undefined)

/** What a learner has to confirm: name and instructions always, the others if there is a value and the setting asks for it. */
export const confirmationsFor = (
  user: { readonly dateOfBirth?: string | undefined; readonly learnerIdentifier?: string | undefined },
  settings: { readonly confirmDobMode: number; readonly confirmLearnerIdentifierMode: number },
): readonly Confirmation[] => {
  const dob = modeOf(settings.confirmDobMode)
  const identifier = modeOf(settings.confirmLearnerIdentifierMode)
  return [
    { id: 'name' },
    ...(user.dateOfBirth && dob ? [{ id: 'dob' as const, mode: dob, value: user.dateOfBirth }] : []),
    ...(user.learnerIdentifier && identifier
      ? [{ id: 'identifier' as const, mode: identifier, value: user.learnerIdentifier }]
      : []),
    { id: 'instructions' },
  ]
}
