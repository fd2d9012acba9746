import type { ContentMedia } from '@sitwell/ui/html-reading.tsx'
import { LazyTextFilm } from '../film/lazy-films.tsx'
import { EnlargePicture } from './enlarge-picture.tsx'
import { TextAudio } from './text-audio.tsx'

/** The controls of a picture, a sound or a film in a text of the exam. */
export const TextMedia = ({ element }: { readonly element: ContentMedia }) => {
  if (element instanceof HTMLVideoElement) return <LazyTextFilm film={element} />
  return element instanceof HTMLAudioElement ? <TextAudio audio={element} /> : <EnlargePicture image={element} />
}
