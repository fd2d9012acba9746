import * as z from 'zod/mini'

/** A name within a form: of a field, an option, an action, a family of rows or a state of it. */
const name = z.string().check(z.regex(/^[\w.-]{1,64}$/, 'only letters, digits, and . - _'))
const label = z.string().check(z.minLength(1), z.maxLength(500))
const wholeFrom1 = (most: number) => z.int().check(z.minimum(1), z.maximum(most))
/** Per cent of a picture's width or height. */
const percent = z.number().check(z.minimum(0), z.maximum(100))
/** Seconds. */
const seconds = z.number().check(z.minimum(0), z.maximum(3600))
/** Shows other rows: a state for each family named. */
const rowStates = z.optional(z.record(name, name))

/** What every field has. `hidesLabel` where a heading of the grid names it to those who see; it is read out all the same. */
const field = { id: name, label, hidesLabel: z._default(z.boolean(), false) }

/** What code calls a module, and a file of its package. */
const moduleId = z.string().check(z.minLength(1), z.maxLength(200))
const fileName = z.string().check(z.minLength(1), z.maxLength(500))

type Shape = z.core.$ZodLooseShape
/** An object that drops, or with `isStrict` refuses, what isn't described: as a player reads a form, and as an author writes it. */
const objects = (isStrict: boolean) => ({
  object: <S extends Shape>(shape: S) =>
    // Both infer the same type; they differ in what they do with a field that isn't described.
    (isStrict ? z.strictObject(shape) : z.object(shape)) as z.ZodMiniObject<S>,
})

/**
 * The fields of a form (spec 2 §3, "Grid form"). One description for both sides: all of it may be seen by a learner, and the key
 * stands apart from it.
 */
const describeForm = (isStrict: boolean) => {
  const { object } = objects(isStrict)
  const option = object({ id: name, name: label, rowStates, fixed: z.optional(z.boolean()) })
  /** Options in an order of its own for each form run, but for those that are fixed. */
  const shuffle = z.optional(z.boolean())
  const options = z.array(option).check(z.minLength(1), z.maxLength(100))
  const picture = { src: z.string(), alt: z.string() }
  const place = { id: name, name: label, x: percent, y: percent, width: percent, height: percent }
  /** An area that something is put to, and how often it may be. */
  const takingPlace = object({ ...place, most: z._default(wholeFrom1(100), 1) })
  /** The fewest that make an answer whole: it is said, and fewer are an answer all the same. */
  const least = z._default(z.int().check(z.minimum(0), z.maximum(100)), 0)
  const component = z.discriminatedUnion('kind', [
    /** HTML. */
    object({ kind: z.literal('text'), html: z.string() }),
    object({
      kind: z.literal('input'),
      ...field,
      format: z._default(z.enum(['text', 'number', 'date']), 'text'),
      maxLength: z._default(wholeFrom1(1000), 200),
      /** Where the focus goes once `maxLength` is reached. */
      nextField: z.optional(name),
    }),
    object({
      kind: z.literal('textarea'),
      ...field,
      lines: z._default(wholeFrom1(30), 3),
      maxLength: z._default(wholeFrom1(20_000), 2000),
      nextField: z.optional(name),
    }),
    /** A day of this calendar year. `month` counts from 1 and is shown first: June unless told otherwise (spec 2 §9). */
    object({ kind: z.literal('calendar'), ...field, month: z._default(wholeFrom1(12), 6) }),
    object({ kind: z.literal('radio'), ...field, options, shuffle }),
    object({ kind: z.literal('checkbox'), ...field }),
    object({ kind: z.literal('dropdown'), ...field, options, shuffle }),
    /** Selects an action, or shows other rows. With `confirm` it asks first, and the form can't be changed after. */
    object({
      kind: z.literal('button'),
      name: label,
      action: z.optional(name),
      rowStates,
      confirm: z._default(z.boolean(), false),
    }),
    /** The name of the file is its value; the file itself is uploaded beside the form. `accept`: extensions or media types. */
    object({ kind: z.literal('fileButton'), ...field, accept: z._default(z.array(z.string()), []) }),
    object({ kind: z.literal('image'), src: z.string(), alt: z.string() }),
    /** Areas of a picture, in per cent of its size; at most `most` of them are chosen. */
    object({
      kind: z.literal('hotspot'),
      ...field,
      ...picture,
      most: z._default(wholeFrom1(50), 1),
      areas: z.array(object({ ...place, rowStates })).check(z.minLength(1), z.maxLength(50)),
    }),
    /** Areas of a picture in an order. `most`: how many have a place in it. */
    object({
      kind: z.literal('areaOrder'),
      ...field,
      ...picture,
      least,
      most: z._default(wholeFrom1(50), 50),
      areas: z.array(object(place)).check(z.minLength(1), z.maxLength(50)),
    }),
    /** Pairs of areas of a picture. `most` of an area: in how many pairs it may stand. */
    object({
      kind: z.literal('areaPairs'),
      ...field,
      ...picture,
      least,
      most: z._default(wholeFrom1(100), 100),
      areas: z.array(takingPlace).check(z.minLength(2), z.maxLength(50)),
    }),
    /** Cards, of words or pictures, that are put to areas of a picture. `most` of an area and of a card: how often. */
    object({
      kind: z.literal('areaCards'),
      ...field,
      ...picture,
      least,
      most: z._default(wholeFrom1(100), 100),
      areas: z.array(takingPlace).check(z.minLength(1), z.maxLength(50)),
      cards: z
        .array(object({ id: name, name: label, src: z.optional(z.string()), most: z._default(wholeFrom1(100), 1) }))
        .check(z.minLength(1), z.maxLength(50)),
    }),
    /** Points on a picture, counted from its top left corner in whole units, of which it is `width` wide and `height` high. */
    object({
      kind: z.literal('points'),
      ...field,
      ...picture,
      least,
      most: z._default(wholeFrom1(50), 1),
      width: wholeFrom1(20_000),
      height: wholeFrom1(20_000),
      /** A picture that stands at each point, its middle there; a cross where there is none. */
      marker: z.optional(object({ src: z.string(), width: wholeFrom1(20_000), height: wholeFrom1(20_000) })),
    }),
    /** A drawing on a picture, which is `width` wide and `height` high in its own pixels. Its value is the drawing as `drawing.ts` writes it. */
    object({ kind: z.literal('drawing'), ...field, ...picture, width: wholeFrom1(20_000), height: wholeFrom1(20_000) }),
    /**
     * A recording, of sound or a film, that is heard at most `most` times (0: as often as they like). Its value is how often it was begun, and where the last
     * play stands (`plays.ts`). `least` is said, and fewer are an answer all the same.
     */
    object({
      kind: z.literal('recording'),
      ...field,
      src: z.string(),
      /** A file with its words, WebVTT. */
      captions: z.optional(z.string()),
      least,
      most: z._default(z.int().check(z.minimum(0), z.maximum(100)), 0),
      /** It begins by itself, a second after its question is shown. */
      autoPlay: z._default(z.boolean(), false),
      /** It begins again by itself, as long as it may. */
      repeats: z._default(z.boolean(), false),
    }),
    /**
     * Code of its author's own, a portable custom interaction of QTI, in a frame that reaches nothing. Its value is its response and
     * its state (`custom-value.ts`).
     */
    object({
      kind: z.literal('custom'),
      ...field,
      /** The type that its module registers. */
      type: z.string().check(z.minLength(1), z.maxLength(500)),
      /** The id of the module that is asked for first. */
      module: moduleId,
      /** Ids of modules, and the file that each is in, by the name that it has in `files`. */
      modules: z._default(z.array(object({ id: moduleId, file: fileName })).check(z.maxLength(100)), []),
      /** All that its code may load: scripts, styles, pictures, by the names that it asks for them by. */
      files: z.array(object({ name: fileName, src: z.string() })).check(z.minLength(1), z.maxLength(300)),
      /** What its code is told; a `/` in a name leads into a group. */
      properties: z._default(
        z
          .array(
            object({ name: z.string().check(z.minLength(1), z.maxLength(200)), value: z.string().check(z.maxLength(20_000)) }),
          )
          .check(z.maxLength(200)),
        [],
      ),
      /** What its code finds in its place: markup, which is shown in the frame alone. */
      markup: z._default(z.string().check(z.maxLength(100_000)), ''),
      /** What its code calls its response. */
      response: z._default(z.string().check(z.maxLength(256)), 'RESPONSE'),
    }),
    /**
     * Runs once its row is shown: `seconds` long, with `dots` dots that come one each `delay` seconds and go again; then
     * `finishedText` stands there, and its action or row states follow 1 s later (spec 2 §9).
     */
    object({
      kind: z.literal('timer'),
      ...field,
      seconds,
      delay: z._default(z.number().check(z.minimum(0.1), z.maximum(60)), 0.5),
      dots: z._default(wholeFrom1(10), 2),
      finishedText: z._default(z.string(), ''),
      action: z.optional(name),
      rowStates,
    }),
  ])
  const cell = object({
    /** Names the row or the column that it opens. */
    header: z._default(z.boolean(), false),
    /** How many columns wide. */
    span: z._default(wholeFrom1(24), 1),
    components: z._default(z.array(component).check(z.maxLength(20)), []),
  })
  /** A row of a family is shown while the family is in this row's `state`. The family begins in that of its first row. */
  const row = object({
    family: z.optional(name),
    state: z.optional(name),
    /** Rows of one name change places with each other, in each form run otherwise; a `fixed` one stays. */
    shuffle: z.optional(name),
    fixed: z.optional(z.boolean()),
    cells: z.array(cell).check(z.minLength(1), z.maxLength(24)),
  })
  return {
    rows: z.array(row).check(z.minLength(1), z.maxLength(200)),
    /** How wide the columns are, against each other; alike unless told. */
    columns: z._default(z.array(z.number().check(z.positive())), []),
    /** What the form can end in. */
    actions: z._default(z.array(object({ id: name, name: label })).check(z.maxLength(50)), []),
  }
}

/** As a player reads it. */
export const gridFormFields = describeForm(false)
/** As an author writes it: what isn't described is refused. */
export const authoredGridFormFields = describeForm(true)

export type GridRow = z.infer<typeof gridFormFields.rows>[number]
export type GridCell = GridRow['cells'][number]
export type GridComponent = GridCell['components'][number]
export type ComponentOf<K extends GridComponent['kind']> = Extract<GridComponent, { kind: K }>
/** A component that holds a value: what a learner fills in, and whether a timer is over. */
export type GridField = Extract<GridComponent, { id: string }>
export interface GridForm {
  readonly rows: readonly GridRow[]
  readonly columns: readonly number[]
  readonly actions: readonly { readonly id: string; readonly name: string }[]
}

export const componentsOf = (form: GridForm): GridComponent[] =>
  form.rows.flatMap((row) => row.cells.flatMap((cell) => cell.components))

const isField = (component: GridComponent): component is GridField => 'id' in component

export const fieldsOf = (form: GridForm): GridField[] => componentsOf(form).filter(isField)

/** The states that each family of rows has, the one that it begins in first. */
export const familiesOf = (form: GridForm): ReadonlyMap<string, ReadonlySet<string>> => {
  const families = new Map<string, Set<string>>()
  for (const { family, state } of form.rows) {
    if (family === undefined || state === undefined) continue
    families.set(family, (families.get(family) ?? new Set()).add(state))
  }
  return families
}
