import type { Api, Failure } from '@sitwell/client/api'
import {
  type MayOnPerson,
  officeEndSessionsOf,
  officeInvitePerson,
  officeResetPassword,
  officeResetSecondStep,
  officeSuspendPerson,
  type PersonState,
  type WayIn,
} from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'
import { nameOf } from './person-name.ts'

/** What can be done with one person's way into Sitwell, in the order of the buttons. */
export const actNames = [
  'invite',
  'resetPassword',
  'resetSecondStep',
  'endSessions',
  'suspend',
  'resume',
] as const satisfies readonly (keyof MayOnPerson)[]

export type ActName = (typeof actNames)[number]

/** How a person stands, as an act names it. */
export interface Standing {
  readonly person: PersonState
  readonly sessions: { readonly player: number; readonly office: number }
}

/** The result of an act: a sentence, and a way in that is shown once. */
export interface Done {
  readonly notice: string
  readonly access?: WayIn
}

interface Act {
  /** Takes something from somebody. */
  readonly isDangerous?: boolean
  readonly asksReason?: boolean
  /** What it will do, a sentence each. */
  consequences(standing: Standing, text: OfficeText): readonly string[]
  /** `say`: the words for a way in. */
  run(parts: {
    readonly api: Api
    readonly standing: Standing
    readonly reason: string
    readonly text: OfficeText
    say(access: WayIn): string
  }): Promise<Done | Failure>
}

const linkComes = ({ person: { email } }: Standing, text: OfficeText) =>
  email === undefined ? text('act.link.noMail') : text('act.link.mail', { address: email })

const sessionsEnd = ({ sessions }: Standing, text: OfficeText) => text('act.sessionsEnd', { ...sessions })

const nameIn = ({ person }: Standing) => nameOf(person)

/** Each act: what it will do, and how it is done. */
export const acts: Readonly<Record<ActName, Act>> = {
  invite: {
    consequences: (standing, text) => [linkComes(standing, text), text('act.link.earlier')],
    run: async ({ api, standing: { person }, say }) => {
      const outcome = await api.call(officeInvitePerson, { body: { userID: person.userID } })
      return outcome.ok ? { notice: say(outcome.value.access), access: outcome.value.access } : outcome
    },
  },
  resetPassword: {
    consequences: (standing, text) => [linkComes(standing, text), text('act.resetPassword.still'), text('act.link.earlier')],
    run: async ({ api, standing: { person }, say }) => {
      const outcome = await api.call(officeResetPassword, { body: { userID: person.userID } })
      return outcome.ok ? { notice: say(outcome.value.access), access: outcome.value.access } : outcome
    },
  },
  resetSecondStep: {
    isDangerous: true,
    consequences: (_standing, text) => [text('act.resetSecondStep.removes'), text('act.resetSecondStep.next')],
    run: async ({ api, standing, text }) => {
      const outcome = await api.call(officeResetSecondStep, { body: { userID: standing.person.userID } })
      return outcome.ok ? { notice: text('act.resetSecondStep.done', { name: nameIn(standing) }) } : outcome
    },
  },
  endSessions: {
    isDangerous: true,
    consequences: (standing, text) => [sessionsEnd(standing, text), text('act.endSessions.again')],
    run: async ({ api, standing, text }) => {
      const outcome = await api.call(officeEndSessionsOf, { body: { userID: standing.person.userID } })
      return outcome.ok ? { notice: text('act.endSessions.done', { name: nameIn(standing), ...outcome.value }) } : outcome
    },
  },
  suspend: {
    isDangerous: true,
    asksReason: true,
    consequences: (standing, text) => [text('act.suspend.locks'), sessionsEnd(standing, text), text('act.suspend.keeps')],
    run: async ({ api, standing, reason, text }) => {
      const { userID, version } = standing.person
      const outcome = await api.call(officeSuspendPerson, { body: { userID, version, isSuspended: true, reason } })
      return outcome.ok ? { notice: text('act.suspend.done', { name: nameIn(standing), ...outcome.value.ended }) } : outcome
    },
  },
  resume: {
    asksReason: true,
    consequences: (_standing, text) => [text('act.resume.opens')],
    run: async ({ api, standing, reason, text }) => {
      const { userID, version } = standing.person
      const outcome = await api.call(officeSuspendPerson, { body: { userID, version, isSuspended: false, reason } })
      return outcome.ok ? { notice: text('act.resume.done', { name: nameIn(standing) }) } : outcome
    },
  },
}
