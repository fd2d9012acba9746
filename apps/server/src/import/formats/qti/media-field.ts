import { attributeOf, childrenOf, insideOf, numberIn } from '../../files/xml.ts'
import { filesOf, folderOf } from '../../html/find-file.ts'
import type { AsFields, Asked } from './as-fields.ts'
import { isFilm, mediaAddresses } from './media-of.ts'

const media = new Set(['audio', 'video', 'object'])

const notPlayed = {
  audio: (name: string) => `Its recording ${name} is no MP3 or M4A.`,
  video: (name: string) => `Its film ${name} is no MP4 (H.264) or WebM.`,
}

/** As many plays as a field counts. */
const mostPlays = 100

/** A `mediaInteraction` with a sound or a film: a recording whose plays are counted, and are the response. */
export const mediaField = ({ interaction, response, id, label, place }: Asked): AsFields => {
  const { reading, path, search } = place
  const [medium] = insideOf(interaction, (name) => media.has(name))
  if (!medium) return { why: 'Its recording is not named.' }
  const named = mediaAddresses(medium)
  const use = isFilm(medium) ? 'video' : 'audio'
  if (response.baseType !== 'integer' || response.cardinality !== 'single')
    return { why: 'Its response is not a number of plays.' }
  const find = filesOf(reading.files, folderOf(path), search)
  const src = named.map((one) => find(one, use) ?? undefined).find((one) => one !== undefined)
  // One that is missing is told, and leaves out its item.
  if (src === undefined && search.missing.size === 0) return { why: notPlayed[use](`"${(named[0] ?? '').slice(0, 200)}"`) }
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
