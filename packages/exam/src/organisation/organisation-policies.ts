/** What single organisations have of their own (spec 1 §9). Everyone else has the defaults. */
export interface OrganisationPolicies {
  /** Only user type 4 signs in directly; everyone else needs a login token that an administrator gave (spec 1 §5). */
  readonly needsLoginToken: boolean
  /** The browser asks before it closes an exam, where no setting says otherwise. */
  readonly warnsOnBrowserClose: boolean
  /** An invigilator may pause the exam from afar. */
  readonly allowsRemotePause: boolean
  /** `<` and `>` in texts that aren't HTML are shown as typed. */
  readonly showsPlainTextAsTyped: boolean
  /** Buttons take the secondary colour. */
  readonly buttonsInSecondaryColour: boolean
  /** Static text may be printed. */
  readonly printsStaticText: boolean
}

const defaults: OrganisationPolicies = {
  needsLoginToken: false,
  warnsOnBrowserClose: false,
  allowsRemotePause: false,
  showsPlainTextAsTyped: false,
  buttonsInSecondaryColour: false,
  printsStaticText: false,
}

/** The one place that knows an organisation by its id. */
const exceptions: ReadonlyMap<number, Partial<OrganisationPolicies>> = new Map([
  [4, { printsStaticText: true }],
  [12, { printsStaticText: true }],
  [15, { showsPlainTextAsTyped: true }],
  [22, { showsPlainTextAsTyped: true }],
  [29, { needsLoginToken: true, warnsOnBrowserClose: true, allowsRemotePause: true, showsPlainTextAsTyped: true }],
  [33, { buttonsInSecondaryColour: true }],
  [38, { buttonsInSecondaryColour: true }],
  [39, { buttonsInSecondaryColour: true }],
])

/** The policies of an organisation, by its id. */
export const policiesOf = (organisationId: number): OrganisationPolicies => ({
  ...defaults,
  ...exceptions.get(organisationId),
})
