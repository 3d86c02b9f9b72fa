CREATE TABLE "analytics_counts" (
	"day" date,
	"dimension" text,
	"value" text,
	"views" bigint NOT NULL,
	"visits" bigint NOT NULL,
	CONSTRAINT "analytics_counts_pkey" PRIMARY KEY("dimension","day","value")
);
--> statement-breakpoint
CREATE TABLE "analytics_view_queue" (
	"id" uuid PRIMARY KEY,
	"month" date NOT NULL,
	"day" date NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"visitor" uuid,
	"is_bot" boolean NOT NULL,
	"page" text NOT NULL,
	"language" text NOT NULL,
	"source" text NOT NULL,
	"utm_source" text NOT NULL,
	"utm_medium" text NOT NULL,
	"utm_campaign" text NOT NULL,
	"utm_term" text NOT NULL,
	"utm_content" text NOT NULL,
	"device" text NOT NULL,
	"country" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_views" (
	"id" uuid,
	"month" date,
	"day" date NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"visitor" uuid,
	"is_bot" boolean NOT NULL,
	"page" text NOT NULL,
	"language" text NOT NULL,
	"source" text NOT NULL,
	"utm_source" text NOT NULL,
	"utm_medium" text NOT NULL,
	"utm_campaign" text NOT NULL,
	"utm_term" text NOT NULL,
	"utm_content" text NOT NULL,
	"device" text NOT NULL,
	"country" text NOT NULL,
	CONSTRAINT "analytics_views_pkey" PRIMARY KEY("month","id")
) PARTITION BY RANGE ("month");
--> statement-breakpoint
CREATE TABLE "analytics_salts" (
	"day" date PRIMARY KEY,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_visits" (
	"month" date,
	"visitor" uuid,
	"day" date NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"views" integer NOT NULL,
	"pages" text[] NOT NULL,
	"page" text NOT NULL,
	"language" text NOT NULL,
	"source" text NOT NULL,
	"utm_source" text NOT NULL,
	"utm_medium" text NOT NULL,
	"utm_campaign" text NOT NULL,
	"utm_term" text NOT NULL,
	"utm_content" text NOT NULL,
	"device" text NOT NULL,
	"country" text NOT NULL,
	CONSTRAINT "analytics_visits_pkey" PRIMARY KEY("month","visitor")
) PARTITION BY RANGE ("month");
--> statement-breakpoint
CREATE TABLE "erased_cohorts" (
	"day" date,
	"segment" text,
	"country" text,
	"registrations" integer NOT NULL,
	"sent" integer NOT NULL,
	"opened" integer NOT NULL,
	"clicked" integer NOT NULL,
	CONSTRAINT "erased_cohorts_pkey" PRIMARY KEY("day","segment","country")
);
--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "country" text;--> statement-breakpoint
CREATE INDEX "analytics_views_day" ON "analytics_views" ("day");--> statement-breakpoint
CREATE INDEX "analytics_visits_day" ON "analytics_visits" ("day");--> statement-breakpoint
SELECT audit_table('early_adopters', key => '{id}', plain => '{kind,segment,interests,language,consented_at,consent_text,consent_withdrawn_at,page,country}', personal => '{email,name,company,message}', ignored => '{id,email_key,search_text,created_at,badges,repeated_at,repeat_answered_at,last_contact_at,link_epoch}', person => 'id', people => 'early_adopters');
