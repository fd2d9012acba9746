import type { Values } from '@sitwell/i18n/format'
import type { MessageId, PreviewMessageId } from '@sitwell/i18n/message-ids'
import { useVisitor } from '../../context/player-context.tsx'

/** The texts of the frame: those of the player, and those of the preview. */
export const usePreviewText = () => {
  const { text } = useVisitor()
  // Boundary: the catalogue of the frame has both (`textSets`), and is typed by that of the player.
  return text as (id: MessageId | PreviewMessageId, values?: Values) => string
}
