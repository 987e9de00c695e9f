/** What became of an action, told beside its button. */
export interface Said {
  readonly kind: 'success' | 'error'
  readonly text: string
}
