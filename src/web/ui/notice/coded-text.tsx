const CODE = /^(?:HTTP \d{3}|[A-Z][A-Z0-9_]+): /

/** A sentence behind a code, as the spec words some failures: the letters stay, and the eye falls on the sentence. */
export const CodedText = ({ text }: { readonly text: string }) => {
  const [code = ''] = CODE.exec(text) ?? []
  return (
    <>
      {code !== '' && <small>{code}</small>}
      {text.slice(code.length)}
    </>
  )
}
