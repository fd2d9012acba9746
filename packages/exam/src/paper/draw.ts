import { shuffled } from './shuffled.ts'

interface Member {
  readonly id: string
  /** Drawn in any case, where the section around it draws. */
  readonly required?: boolean | undefined
  /** Keeps its place, where the section around it is shuffled. */
  readonly fixed?: boolean | undefined
}

/** A section as far as chance decides about it. Its members are its sections, then its questions. */
export interface Pool extends Member {
  /** How many of its members are drawn; all where it says nothing. */
  readonly select?: number | undefined
  readonly shuffle?: boolean | undefined
  /** `false`: what it holds stands as that of the section around it. */
  readonly visible?: boolean | undefined
  /** `false`, of one that isn't visible: what it holds is shuffled among the members around it, each by itself. */
  readonly keepTogether?: boolean | undefined
  readonly sections?: readonly Pool[] | undefined
  readonly questions?: readonly Member[] | undefined
}

/** A section as it was drawn, by the ids of what is in it, in order. */
export interface DrawnSection {
  readonly id: string
  readonly members: readonly DrawnMember[]
}

export type DrawnMember = { readonly question: string } | { readonly section: DrawnSection }

/** A member with what is in it, where it is a section. */
interface Placed {
  readonly id: string
  readonly fixed: boolean
  readonly pool: Pool | undefined
}

/** The numbers from 0 to below 1 by which chance decides in one section, the same each time that they are asked for. */
export type ChanceIn = (sectionId: string) => () => number

const isRequired = ({ required }: Member) => required === true

/** This many of them, in the order in which they stand: those that are required, and of the others any, each as likely. */
const drawnOf = <T extends Member>(members: readonly T[], count: number | undefined, chance: () => number): readonly T[] => {
  if (count === undefined || count >= members.length) return members
  const left = members.filter((one) => !isRequired(one))
  const taken = new Set(members.filter(isRequired))
  while (taken.size < count) for (const one of left.splice(Math.floor(chance() * left.length), 1)) taken.add(one)
  return members.filter((one) => taken.has(one))
}

const isMixedIn = ({ visible, keepTogether }: Pool) => visible === false && keepTogether === false

/** The members of a section in their order; sections whose members are mixed with those around them have given way to these. */
const ordered = (pool: Pool, chanceIn: ChanceIn, isMixed: boolean): readonly Placed[] => {
  const chance = chanceIn(pool.id)
  const placed = ({ id, required, fixed }: Member, within?: Pool): Placed & Member => ({
    ...{ id, required, pool: within },
    fixed: fixed === true,
  })
  const members = [...(pool.sections ?? []).map((one) => placed(one, one)), ...(pool.questions ?? []).map((one) => placed(one))]
  const mixes = isMixed || pool.shuffle === true
  const open = drawnOf(members, pool.select, chance).flatMap((one): readonly Placed[] =>
    mixes && one.pool && isMixedIn(one.pool) ? ordered(one.pool, chanceIn, true) : [one],
  )
  return pool.shuffle === true ? shuffled(open, chance) : open
}

const membersOf = (pool: Pool, chanceIn: ChanceIn): readonly DrawnMember[] =>
  ordered(pool, chanceIn, false).flatMap((one): readonly DrawnMember[] => {
    if (!one.pool) return [{ question: one.id }]
    return one.pool.visible === false ? membersOf(one.pool, chanceIn) : [{ section: drawnSection(one.pool, chanceIn) }]
  })

/**
 * What one learner gets of a section, and in which order: first this many of its members are drawn, then they are shuffled, then what isn't
 * visible gives way to what it holds. Each section draws by its own numbers, so that what is drawn in one says nothing of another.
 */
export const drawnSection = (pool: Pool, chanceIn: ChanceIn): DrawnSection => ({
  id: pool.id,
  members: membersOf(pool, chanceIn),
})

/** Whether chance decides anything in a section, or something in it isn't seen as a section. */
export const isDrawn = ({ select, shuffle, visible, sections = [] }: Pool): boolean =>
  select !== undefined || shuffle === true || visible === false || sections.some(isDrawn)
