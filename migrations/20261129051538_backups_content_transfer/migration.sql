CREATE TABLE "content_import_items" (
	"import_id" uuid,
	"number" integer,
	"part" text NOT NULL,
	"key" text NOT NULL,
	"language" text,
	"data" jsonb NOT NULL,
	CONSTRAINT "content_import_items_pkey" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
CREATE TABLE "content_imports" (
	"id" uuid PRIMARY KEY,
	"state" text DEFAULT 'arriving' NOT NULL,
	"filename" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"exported_at" timestamp with time zone,
	"site_name" text DEFAULT '' NOT NULL,
	"site_url" text DEFAULT '' NOT NULL,
	"product_version" text DEFAULT '' NOT NULL,
	"left_out" jsonb DEFAULT '[]' NOT NULL,
	"files" jsonb DEFAULT '[]' NOT NULL,
	"mode" text,
	"fingerprint" text,
	"skipped" jsonb DEFAULT '[]' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"claim" uuid,
	"taken_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"failure" jsonb,
	"result" jsonb
);
--> statement-breakpoint
ALTER TABLE "content_import_items" ADD CONSTRAINT "content_import_items_import_id_content_imports_id_fkey" FOREIGN KEY ("import_id") REFERENCES "content_imports"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "content_imports" ADD CONSTRAINT "content_imports_created_by_users_id_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL;