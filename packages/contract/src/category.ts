// A category of markets on the wire and in our own words.

export type Category = { readonly id: string; readonly name: string };
export type CategoryWire = { Id: string; NameShowTrans: string };

export function categoryToWire(category: Category): CategoryWire {
  return { Id: category.id, NameShowTrans: category.name };
}

export function categoryFromWire(wire: CategoryWire): Category {
  return { id: wire.Id, name: wire.NameShowTrans };
}
