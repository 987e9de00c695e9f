// A worker of the page that ends at once. See let-in.ts.
self.close()
