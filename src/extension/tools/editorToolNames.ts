/** The tools in the manifest, for models of other extensions. */
export const editorToolNames = [
  "aihub_seller_get_token",
  "aihub_seller_save_product",
  "aihub_seller_list_products",
  "aihub_seller_update_stock",
  "aihub_seller_list_stock",
  "aihub_seller_save_price",
  "aihub_seller_list_prices",
  "aihub_seller_save_delivery_term",
  "aihub_seller_list_delivery_terms",
  "aihub_seller_save_minimum_order",
  "aihub_seller_list_minimum_orders",
  "aihub_seller_register_tracking",
  "aihub_seller_cancel_order",
  "aihub_seller_get_order",
] as const;
