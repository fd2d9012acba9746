/** All that shows films, loaded as one. */
export { FieldFilm } from './field-film.tsx'
export { filmTexts } from './film-texts.ts'
export { TextFilm } from './text-film.tsx'
