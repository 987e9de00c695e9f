/** What became of an action, told beside its button. */
export interface Said {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
}
