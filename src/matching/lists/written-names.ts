/**
 * Names as they are written in scripts from which Latin letters cannot be worked out: Arabic and Hebrew leave vowels
 * out, Japanese characters are read otherwise than Chinese ones. `written: forms in Latin letters`, which are those
 * that bearers use; the written forms are folded when read.
 */
const given = `
محمد محمّد: mohammed mohamed muhammad mohammad mohamad
أحمد احمد: ahmed ahmad ahmet
محمود: mahmoud mahmud
مصطفى مصطفي: mustafa mostafa moustafa
علي على: ali aly
عمر: omar umar omer
عثمان: othman osman uthman
حسن: hassan hasan
حسين: hussein hussain hossein husain
يوسف: youssef yusuf yousef joseph
إبراهيم ابراهيم: ibrahim ebrahim abraham
خالد: khaled khalid
عبدالله: abdullah abdallah
عبدالرحمن: abdulrahman abdelrahman abdurrahman
عبدالعزيز: abdulaziz abdelaziz
كريم: karim kareem
سعيد: said saeed saied
سالم: salem salim
سليمان: sulaiman suleiman soliman
طارق: tarek tariq tarik
ياسر: yasser yasir
ياسين: yassin yasin yassine
بلال: bilal belal
جمال: jamal gamal djamal
حمزة: hamza hamzah
زيد: zaid zayd
سامي: sami samy
سمير: samir sameer
عادل: adel adil
عامر: amer amir
عماد: imad emad
فيصل: faisal faysal
فهد: fahd fahad
ماجد: majed majid
ناصر: nasser nasir naser
نبيل: nabil nabeel
وليد: walid waleed
هشام: hisham hicham
رشيد: rashid rachid rasheed
مريم: maryam mariam meryem miriam
فاطمة: fatima fatma fatimah
عائشة: aisha aicha ayesha
خديجة: khadija khadijah
زينب: zainab zeinab zaynab
سارة: sara sarah
ليلى: layla leila laila
نور: nour noor nur
هند: hind
منى: mona mouna muna
ريم: reem rim
سلمى: salma
أمينة امينة: amina aminah
نادية: nadia nadya
حنان: hanan
إيمان ايمان: iman eman
رانيا: rania ranya
ياسمين: yasmin yasmine jasmin
יצחק: yitzhak itzhak isaac
יעקב: yaakov yakov jacob
יוסף: yosef joseph
אברהם: avraham abraham
משה: moshe moses
דוד: david
שלמה: shlomo solomon
יהודה: yehuda judah
מרדכי: mordechai
חיים: haim chaim hayim
אהרן אהרון: aharon aaron
יהושע: yehoshua joshua
דניאל: daniel
מיכאל: michael
יונתן: yonatan jonathan
נתן: natan nathan
אלי: eli
איתן: eitan etan
שרה: sarah sara
רבקה: rivka rebecca
רחל: rachel
לאה: leah lea
מרים: miriam
חנה: hannah chana hana
אסתר: esther ester
רות: ruth
נועה: noa
תמר: tamar
太郎: taro
一郎: ichiro
次郎 二郎: jiro
健 健一 賢一: ken kenichi
健太: kenta
翔太: shota
大輔: daisuke
拓也: takuya
直樹: naoki
隆 孝 崇: takashi
浩 博 宏 寛: hiroshi
誠: makoto
茂: shigeru
清: kiyoshi
実: minoru
明 昭: akira
和也: kazuya
達也: tatsuya
哲也: tetsuya
雄一: yuichi
裕子 優子 祐子 由布子: yuko
恵子 圭子 敬子: keiko
陽子 洋子 容子: yoko
久美子: kumiko
由美子 弓子: yumiko
直子 尚子: naoko
智子 朋子 知子: tomoko
真理子 麻里子 まり子: mariko
美咲: misaki
花子: hanako
さくら 桜: sakura
愛: ai megumi
恵: megumi
香織: kaori
明美: akemi
幸子: sachiko
和子: kazuko
京子 恭子: kyoko
`;

/**
 * Last names in such scripts, and last names of East Asia by the ways in which they are written in Latin letters:
 * pinyin, Wade and Giles, Cantonese and Hokkien for China, what bearers use and the revised spelling for Korea.
 */
const family = `
佐藤: sato satoh satou
鈴木: suzuki
高橋 髙橋: takahashi
田中: tanaka
伊藤: ito itoh itou
渡辺 渡邊 渡邉: watanabe
山本: yamamoto
中村: nakamura
小林: kobayashi
加藤: kato katoh
吉田: yoshida
山田: yamada
佐々木: sasaki
山口: yamaguchi
松本: matsumoto
井上: inoue inouye
木村: kimura
斎藤 斉藤 齋藤: saito saitoh
清水: shimizu
山崎 山﨑: yamazaki yamasaki
森: mori
池田: ikeda
橋本: hashimoto
阿部 安部: abe
石川: ishikawa
山下: yamashita
中島: nakajima nakashima
石井: ishii
小川: ogawa
前田: maeda
岡田: okada
長谷川: hasegawa
藤田: fujita
後藤: goto gotoh
近藤: kondo kondoh
村上: murakami
遠藤: endo endoh
青木: aoki
坂本: sakamoto
福田: fukuda
太田: ota ohta
西村: nishimura
藤井: fujii
金子: kaneko
藤原: fujiwara
三浦: miura
岡本: okamoto
松田: matsuda
中川: nakagawa
中野: nakano
原田: harada
小野: ono
田村: tamura
竹内: takeuchi
和田: wada
中山: nakayama
石田: ishida
上田: ueda
森田: morita
柴田: shibata
酒井: sakai
工藤: kudo kudoh
横山: yokoyama
宮崎: miyazaki
内田: uchida
高木: takagi
安藤: ando andoh
大野: ono ohno
丸山: maruyama
今井: imai
河野: kono kohno
藤本: fujimoto
村田: murata
武田: takeda
上野: ueno
杉山: sugiyama
増田: masuda
平野: hirano
大塚: otsuka ohtsuka
千葉: chiba
久保: kubo
松井: matsui
小島: kojima
岩崎: iwasaki
野口: noguchi
野村: nomura
佐野: sano
菊地 菊池: kikuchi
本田 本多: honda
林: hayashi lin lam lim
김 金: kim gim
박 朴: park pak bak
최 崔: choi choe
정 鄭: jung jeong chung
강 姜: kang gang
조: cho jo
윤: yoon yun
장: jang chang
임: lim im rim
신: shin sin
권: kwon gwon
고: ko koh go
문: moon mun
백: baek paik paek
노: noh roh no
유 류: yoo yu ryu
서: seo suh
안: ahn an
전: jeon chun jun
배: bae pae
허: heo hur huh
주: joo ju
구: koo gu ku
손: son sohn
곽: kwak gwak
황: hwang whang
방: bang pang
성: sung seong
변: byun byeon
엄: um eom
lee yi rhee li
zhang: chang cheung
chen: chan tan chin
wang: wong ong
huang: wong hwang
li: lee lei
liu: lau liew
lin: lam lim
yang: yeung yeo
zhao: chao chiu
wu: ng goh
zhou: chow chou
xu: hsu hui tsui
zhu: chu choo
guo: kuo kwok quek
he: ho
gao: kao
luo: lo law
zheng: cheng tay
liang: leung
xie: hsieh tse
song: sung soong
deng: teng tang
feng: fung
cai: tsai choi chua
cao: tsao
zeng: tseng tsang
xiao: hsiao siu
ye: yeh yip yap
jiang: chiang
shen: shum
fang: fong
yuan: yuen
ruan: yuen
qiu: chiu yau khoo
qian: chien
dong: tung
zhong: chung
jin: kam
mai: mak
guan: kwan
pan: poon
yao: yiu
الحسن: alhassan hassan
حسن: hassan hasan
حسين: hussein hussain
المصري: almasri masri elmasry
الأحمد: alahmad ahmad
الخطيب: alkhatib khatib
حداد: haddad
خوري: khoury khouri
منصور: mansour mansur
الشامي: alshami shami
السيد: elsayed alsayed sayed
العتيبي: alotaibi otaibi
القحطاني: alqahtani qahtani
الغامدي: alghamdi ghamdi
الزهراني: alzahrani zahrani
الهاشمي: alhashimi hashimi
ناصر: nasser nasir
صالح: saleh salih
כהן: cohen kohen
לוי: levi levy
מזרחי: mizrahi mizrachi
פרץ: peretz
ביטון: biton bitton
דהן: dahan
פרידמן: friedman fridman
אברהם: avraham abraham
`;

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

export const writtenGivenNames = linesOf(given);
export const familyNames = linesOf(family);
/** First names of Arabia in Latin letters, where the father's follows one's own. */
export const patronymics: ReadonlySet<string> = new Set(
  writtenGivenNames.filter((line) => /[\u0600-\u06ff]/.test(line)).flatMap((line) => line.split(': ')[1]!.split(' ')),
);
