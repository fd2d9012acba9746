import type { OfficeText } from '../office-context.tsx'

/** Who did something, as the server names them: a person, a command of somebody on the server, an import or an update. */
export const authorText = (author: string, text: OfficeText): string => {
  if (author === 'import' || author === 'migration' || author === 'first-run' || author === 'installation')
    return text(`author.${author}`)
  return author.startsWith('command:') ? text('author.command', { user: author.slice('command:'.length) }) : author
}
