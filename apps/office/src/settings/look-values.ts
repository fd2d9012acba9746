import type { InputOf, LookState, logoTypes, officeChangeLook } from '@sitwell/contract'

/** A picture that was chosen, as the call takes it. */
export interface ChosenLogo {
  readonly type: (typeof logoTypes)[number]
  readonly base64: string
}

/** The look as a form holds it. Colours are empty for the default; a logo is undefined as long as the one that is there stays. */
export interface LookValues {
  readonly name: string
  readonly primaryColour: string
  readonly secondaryColour: string
  readonly logo: ChosenLogo | null | undefined
  readonly appBarLogo: ChosenLogo | null | undefined
}

export const lookValuesOf = ({ name, primaryColour = '', secondaryColour = '' }: LookState): LookValues => ({
  ...{ name, primaryColour, secondaryColour },
  ...{ logo: undefined, appBarLogo: undefined },
})

/** The `data:` URL of a logo as it would be saved. */
export const logoUrlOf = (chosen: ChosenLogo | null | undefined, there: string | undefined): string | undefined => {
  if (chosen === undefined) return there
  return chosen === null ? undefined : `data:${chosen.type};base64,${chosen.base64}`
}

/** The parts that differ from the look when the form was opened: what somebody else changes beside them stays. */
export const changedParts = (
  values: LookValues,
  start: LookValues,
): Omit<InputOf<typeof officeChangeLook>['body'], 'version'> => {
  const colour = (typed: string) => (typed.trim() === '' ? null : typed.trim())
  return {
    ...(values.name !== start.name && { name: values.name }),
    ...(values.primaryColour !== start.primaryColour && { primaryColour: colour(values.primaryColour) }),
    ...(values.secondaryColour !== start.secondaryColour && { secondaryColour: colour(values.secondaryColour) }),
    ...(values.logo !== undefined && { logo: values.logo }),
    ...(values.appBarLogo !== undefined && { appBarLogo: values.appBarLogo }),
  }
}
