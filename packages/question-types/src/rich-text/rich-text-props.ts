/** What a field for rich text gets, the editor and the plain field in its place alike. */
export interface RichTextProps {
  /** HTML as the editor writes it; empty where nothing is written. */
  readonly value: string
  onChange(value: string): void
  /** Height of the empty editor in px. */
  readonly height: number
  readonly maxCharacters: number
  readonly showWordCount: boolean
  readonly allowsPaste: boolean
  readonly disabled: boolean
  /** Ids of what names the field. */
  readonly labelledBy: string
  /** Cleans HTML by the one policy of the player. */
  cleanHtml(html: string): string
  text(id: string, values?: Record<string, string | number>): string
  onTextFocus(focused: boolean): void
  /** The editor has failed; nothing of the answer is lost. */
  onFailure(error: unknown): void
}
