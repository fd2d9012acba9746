import { attributeOf, childrenOf, type Element, insideOf, nameOf, numberIn } from '../../files/xml.ts'
import { filesOf, folderOf } from '../../html/find-file.ts'
import type { AsFields, Asked } from './as-fields.ts'

const media = new Set(['audio', 'video', 'object'])

/** The addresses of a medium, of which the first that can be played counts. */
const addressesOf = (medium: Element): string[] =>
  [medium, ...childrenOf(medium, 'source')].flatMap((one) => attributeOf(one, 'src') ?? attributeOf(one, 'data') ?? [])

const isFilm = (medium: Element) => nameOf(medium) === 'video' || /^video\//.test(attributeOf(medium, 'type') ?? '')

/** As many plays as a field counts. */
const mostPlays = 100

/** A `mediaInteraction` with a sound: a recording whose plays are counted, and are the response. */
export const mediaField = ({ interaction, response, id, label, place }: Asked): AsFields => {
  const { reading, path, search } = place
  const [medium] = insideOf(interaction, (name) => media.has(name))
  if (!medium) return { why: 'Its recording is not named.' }
  const named = addressesOf(medium)
  if (isFilm(medium)) return { why: `Its film "${(named[0] ?? '').slice(0, 200)}" can't be played.` }
  if (response.baseType !== 'integer' || response.cardinality !== 'single')
    return { why: 'Its response is no number of plays.' }
  const find = filesOf(reading.files, folderOf(path), search)
  const src = named.map((one) => find(one, 'audio') ?? undefined).find((one) => one !== undefined)
  // One that is missing is told, and leaves out its item.
  if (src === undefined && search.missing.size === 0)
    return { why: `Its recording "${(named[0] ?? '').slice(0, 200)}" is no MP3 or M4A.` }
  const tracks = childrenOf(medium, 'track').map((one) => attributeOf(one, 'src') ?? '')
  const captions = tracks.map((one) => find(one, 'captions') ?? undefined).find((one) => one !== undefined)
  if (tracks.length > 0 && captions === undefined) reading.lose(path, '<track>', 'Its captions are no WebVTT.')
  for (const used of search.used) reading.used.add(used)
  const plays = (name: string) => Math.min(mostPlays, Math.max(0, Math.round(numberIn(attributeOf(interaction, name)) ?? 0)))
  const [least, most] = [plays('minplays'), plays('maxplays')]
  return {
    components: [
      [
        {
          ...{ kind: 'recording', id, label, hidesLabel: childrenOf(interaction, 'prompt').length > 0 },
          ...{ src: src ?? named[0] ?? '', ...(captions !== undefined && { captions }) },
          ...{ least: most > 0 ? Math.min(least, most) : least, most },
          autoPlay: attributeOf(interaction, 'autostart') === 'true',
          repeats: attributeOf(interaction, 'loop') === 'true',
        },
      ],
    ],
    fields: [{ field: id }],
  }
}
