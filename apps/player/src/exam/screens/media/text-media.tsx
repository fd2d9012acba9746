import type { ContentMedia } from '@sitwell/ui/html-reading.tsx'
import { EnlargePicture } from './enlarge-picture.tsx'
import { TextAudio } from './text-audio.tsx'

/** The controls of a picture or a sound in a text of the exam. */
export const TextMedia = ({ element }: { readonly element: ContentMedia }) =>
  element instanceof HTMLAudioElement ? <TextAudio audio={element} /> : <EnlargePicture image={element} />
